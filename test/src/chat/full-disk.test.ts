import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Store } from '../../../src/store/port.ts'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'
import { startChatWorld } from '../../support/chat-world.ts'
import { quietLog } from '../../support/store-backend.ts'

async function pragma(store: Store, text: string): Promise<number> {
  const { rows } = await store.write(async (tx) => sql.raw(`pragma ${text}`).execute(tx))
  return Number(Object.values(rows[0] ?? {})[0])
}

test('a full disk refuses messages clearly, lets people read, and is over with room', async () => {
  const store = await openSqlite({ path: ':memory:', log: quietLog })
  await using world = await startChatWorld({ store })
  const alice = await world.add('Alice')
  const queue = await alice.register({ event_types: ['message'] })
  const kept = await alice.say('kept')
  // The clock moves so far that the next poll would store the activity of its queue.
  world.pass(60)
  await pragma(store, `max_page_count = ${await pragma(store, 'page_count')}`)
  const long = { type: 'channel', to: 'general', topic: 't', content: 'x'.repeat(9_000) }
  expect(await alice.post('/messages', long)).toEqual({
    status: 503,
    result: 'error',
    code: 'SERVICE_UNAVAILABLE',
    msg: 'The disk of the store is full; nothing was written.',
  })
  expect(await alice.get(`/messages/${kept}`)).toMatchObject({ result: 'success' })
  expect(await alice.events(queue)).toMatchObject([{ message: { id: kept } }])
  expect(await alice.get('/users/me')).toMatchObject({ full_name: 'Alice' })
  await pragma(store, 'max_page_count = 1000000')
  expect(await alice.post('/messages', long)).toMatchObject({ result: 'success', id: kept + 1 })
  expect(await alice.events(queue)).toHaveLength(2)
})
