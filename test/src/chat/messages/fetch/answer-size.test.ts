import { expect, test } from 'vitest'
import { FETCH_MAX_BYTES, HISTORY_MAX_BYTES } from '../../../../../src/chat/limits.ts'
import { fetchMessages } from '../../../../../src/chat/messages/fetch/fetch-messages.ts'
import { partsOf } from '../../../../../src/lib/lazy-list.ts'
import { type ChatWorld, ok, startChatWorld } from '../../../../support/chat-world.ts'
import { idsOf } from '../../../../support/fetching.ts'

const LARGE_BYTES = 1_000_000

/** Says messages and makes their HTML, or Markdown, large. */
async function sayLarge(world: ChatWorld, count: number, column: 'rendered' | 'content') {
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) ids.push(await world.owner.say(`${n}`))
  const change = { [column]: 'x'.repeat(LARGE_BYTES) }
  await world.chat.store.write(async (tx) =>
    tx.updateTable('chat_message').set(change).where('id', 'in', ids).execute(),
  )
  return ids
}

test.each(['rendered', 'content'] as const)(
  'messages around an anchor end at a size in %s, with as many on both sides',
  async (column) => {
    await using world = await startChatWorld()
    const ids = await sayLarge(world, 21, column)
    const apply_markdown = column === 'rendered'
    const fetch = async (fields: object) =>
      ok(await world.owner.get('/messages', { apply_markdown, ...fields }))

    const middle = await fetch({ anchor: ids[10], num_before: 15, num_after: 15 })
    expect(idsOf(middle)).toEqual(ids.slice(7, 14))
    expect(middle).toMatchObject({ found_anchor: true, found_oldest: false, found_newest: false })

    const nearEnd = await fetch({ anchor: ids[19], num_before: 15, num_after: 15 })
    expect(nearEnd).toMatchObject({ found_oldest: false, found_newest: true })
    expect(idsOf(nearEnd)).toEqual(ids.slice(-7))

    const small = await fetch({
      apply_markdown: !apply_markdown,
      anchor: 'newest',
      num_before: 30,
      num_after: 0,
    })
    expect(idsOf(small)).toEqual(ids)
    expect(small).toMatchObject({ found_oldest: true, found_newest: true })
  },
)

test('large messages are read as they are sent, about a megabyte at a time', async () => {
  await using world = await startChatWorld()
  const ids = await sayLarge(world, 5, 'rendered')
  const { key, email } = world.owner
  const actor = await world.chat.signIn({ email, key }, 'test')
  const { messages } = await fetchMessages(world.chat, actor, {
    terms: [],
    form: { applyMarkdown: true, clientExtavatar: true, allowEmptyTopicName: true },
    anchor: { anchor: 'newest' },
    window: { numBefore: 9, numAfter: 0, includeAnchor: true },
  })
  const parts: unknown[][] = []
  for await (const part of partsOf(messages)) parts.push(part.map(({ id }) => id))
  expect(parts).toEqual(ids.map((id) => [id]))
})

test(
  'an answer has the anchor and one message on each side, however large they are',
  { tags: 'full' },
  async () => {
    await using world = await startChatWorld()
    const ids = await sayLarge(world, 5, 'rendered')
    await world.chat.store.write(async (tx) =>
      tx
        .updateTable('chat_message')
        .set({ rendered: 'x'.repeat(FETCH_MAX_BYTES) })
        .execute(),
    )
    const around = ok(
      await world.owner.get('/messages', { anchor: ids[2], num_before: 2, num_after: 2 }),
    )
    expect(idsOf(around)).toEqual(ids.slice(1, 4))
    expect(around).toMatchObject({ found_oldest: false, found_newest: false })
  },
)

test('earlier versions count, which an answer shows with their messages', async () => {
  await using world = await startChatWorld()
  const { owner, chat } = world
  const ids: number[] = []
  for (let n = 0; n < 12; n += 1) {
    const id = await owner.say('before')
    ok(await owner.patch(`/messages/${id}`, { content: `after ${n}` }))
    ids.push(id)
  }
  await chat.store.write(async (tx) =>
    tx
      .updateTable('chat_edit')
      .set({ prev_rendered: 'x'.repeat(LARGE_BYTES) })
      .execute(),
  )
  const fetch = async () =>
    ok(await owner.get('/messages', { anchor: 'newest', num_before: 20, num_after: 0 }))
  expect(idsOf(await fetch())).toEqual(ids.slice(-7))
  ok(await owner.patch('/realm', { message_edit_history_visibility_policy: 'none' }))
  expect(idsOf(await fetch()).length).toBeGreaterThanOrEqual(ids.length)
})

test(
  'messages by ids are all there, however large they are together',
  { tags: 'full' },
  async () => {
    await using world = await startChatWorld()
    const ids = await sayLarge(world, 21, 'rendered')
    const all = ok(await world.owner.get('/messages', { message_ids: ids }))
    expect(idsOf(all)).toEqual(ids)
    expect(
      all['messages'].every(({ content }: { content: string }) => content.length === LARGE_BYTES),
    ).toBe(true)
  },
)

test('more matches than fit an answer are refused', async () => {
  await using world = await startChatWorld()
  const ids = await sayLarge(world, 9, 'rendered')
  const narrow = [{ operator: 'topic', operand: 't' }]
  const match = async (msg_ids: number[]) =>
    world.owner.get('/messages/matches_narrow', { msg_ids, narrow })
  expect(Object.keys(ok(await match(ids.slice(0, 3)))['messages'])).toHaveLength(3)
  expect(await match(ids)).toMatchObject({
    status: 400,
    msg: 'These messages are too large for one answer.',
  })
})

test('an edit is refused where the history would get too large, and nothing of it is kept', async () => {
  await using world = await startChatWorld()
  const { owner, chat } = world
  const id = await owner.say('first')
  ok(await owner.patch(`/messages/${id}`, { content: 'second' }))
  const prev_rendered = 'x'.repeat(HISTORY_MAX_BYTES)
  await chat.store.write(async (tx) => tx.updateTable('chat_edit').set({ prev_rendered }).execute())
  expect(await owner.patch(`/messages/${id}`, { content: 'third' })).toMatchObject({
    status: 400,
    msg: 'This message was edited too often: its history would have more than 4194304 bytes.',
  })
  expect(ok(await owner.get(`/messages/${id}`))['raw_content']).toBe('second')
  expect(ok(await owner.get(`/messages/${id}/history`))['message_history']).toHaveLength(2)
})
