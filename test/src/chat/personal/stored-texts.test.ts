import { expect, test } from 'vitest'
import {
  DRAFTS_MAX_BYTES,
  SCHEDULED_MAX_BYTES,
  SNIPPETS_MAX_BYTES,
} from '../../../../src/chat/limits.ts'
import { ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

const draft = { type: '', to: [], topic: '', content: 'x' }
const snippet = { title: 't', content: 'x' }
const scheduled = {
  type: 'channel',
  to: 1,
  topic: 't',
  content: 'x',
  scheduled_delivery_timestamp: 2_000_000_000,
}

/** How each list grows: its table, how much it may hold, and calls that add to it and change the first item. */
const LISTS = {
  drafts: {
    table: 'chat_draft',
    maxBytes: DRAFTS_MAX_BYTES,
    add: async (who: Person) => who.post('/drafts', { drafts: [draft] }),
    change: async (who: Person, id: number) => who.patch(`/drafts/${id}`, { draft }),
  },
  'saved snippets': {
    table: 'chat_snippet',
    maxBytes: SNIPPETS_MAX_BYTES,
    add: async (who: Person) => who.post('/saved_snippets', snippet),
    change: async (who: Person, id: number) => who.patch(`/saved_snippets/${id}`, snippet),
  },
  'scheduled messages': {
    table: 'chat_scheduled',
    maxBytes: SCHEDULED_MAX_BYTES,
    add: async (who: Person) => who.post('/scheduled_messages', scheduled),
    change: async (who: Person, id: number) =>
      who.patch(`/scheduled_messages/${id}`, { content: 'y' }),
  },
} as const

test.each(Object.entries(LISTS))(
  '%s of one account are bounded in bytes',
  async (items, { table, maxBytes, add, change }) => {
    await using world = await startChatWorld()
    const { owner, chat } = world
    const other = await world.add('Other')
    for (let n = 0; n < 3; n += 1) ok(await add(owner))
    const ids = (await chat.store.db.selectFrom(table).select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    )
    const fill = async (bytes: number) =>
      chat.store.write(async (tx) =>
        tx
          .updateTable(table)
          .set({ content: 'é'.repeat(bytes / 2) })
          .where('id', '=', ids[2] ?? 0)
          .execute(),
      )
    await fill(maxBytes)
    const refusal = {
      status: 400,
      msg: `Too much text in ${items} (maximum ${maxBytes} bytes in all).`,
    }
    expect(await add(owner)).toMatchObject(refusal)
    expect(await change(owner, ids[0] ?? 0)).toMatchObject(refusal)
    expect((await chat.store.db.selectFrom(table).select('id').execute()).length).toBe(3)
    ok(await add(other))
    await fill(maxBytes / 2)
    ok(await add(owner))
    ok(await change(owner, ids[0] ?? 0))
  },
)
