// @module-tag full
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import { onPostgres } from '../../../support/both-databases.ts'
import { startChatWorld } from '../../../support/chat-world.ts'
import { fetchAll, idsOf } from '../../../support/fetching.ts'

await onPostgres(({ open, newLocation }) => {
  test('a search has what was added lately merged into the index of words, and finds it before and after', async () => {
    const store = await open(newLocation())
    await using world = await startChatWorld({ store })
    const alice = await world.add('Alice')
    await store.write(async (tx) => sql`create extension pageinspect`.execute(tx))
    const countPending = async () => {
      const { rows } = await sql<{ pages: number }>`select n_pending_pages as pages
        from gin_metapage_info(get_raw_page('chat_message_words_index', 0))`.execute(
        reader({ store }),
      )
      return rows[0]?.pages
    }
    const ids: number[] = []
    for (let n = 0; n < 20; n += 1) ids.push(await alice.say(`fox number ${n}`))
    const search = async () => idsOf(await fetchAll(alice, [['search', 'fox']]))
    expect(await countPending()).toBeGreaterThan(0)
    expect(await search()).toEqual(ids)
    await expect.poll(countPending).toBe(0)
    expect(await search()).toEqual(ids)
  })
})
