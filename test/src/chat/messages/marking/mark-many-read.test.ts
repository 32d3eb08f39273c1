import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reader, writeChat } from '../../../../../src/chat/kernel/unit-of-work.ts'
import { loadUnreadPlaces } from '../../../../../src/chat/messages/fetch/unread-places.ts'
import {
  markAllRead,
  markChannelRead,
} from '../../../../../src/chat/messages/marking/mark-many-read.ts'
import { alice, bob, startChatForEach, world } from '../../../../support/chat-people.ts'
import type { Answer } from '../../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

/** Messages of Alice to topics of the channel of all, each topic with as many. */
async function fill(topics: number, messages: number): Promise<void> {
  await alice.say('first')
  await writeChat(world.chat, async ({ tx }) => {
    const numbers = (max: number) =>
      sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${max})`
    await sql`insert into chat_thread (id, channel_id, topic_key)
      ${numbers(topics)} select 1000 + n, channel_id, 'topic ' || n
        from n, chat_message m where m.content = 'first'`.execute(tx)
    await sql`insert into chat_message (sender_id, channel_id, topic, topic_key, thread_id, sent_channel_id,
        content, rendered, sent_at, client, is_read_by_sender, is_me_message, mentions_channel,
        has_attachment, has_image, has_link)
      ${numbers(topics * messages)} select sender_id, channel_id, 'topic ' || (1 + n % ${topics}),
        'topic ' || (1 + n % ${topics}), 1001 + n % ${topics}, channel_id,
        'x', 'x', sent_at, client, is_read_by_sender, 0, 0, 0, 0, 0
        from n, chat_message m where m.content = 'first'`.execute(tx)
  })
}

const unread = async (): Promise<number> =>
  (await loadUnreadPlaces(reader(world.chat), bob.user, 10_000)).count

/** What Bob's clients were told to be read, an event a row. */
async function readEvents(queue: Answer): Promise<number[][]> {
  const events = await bob.events(queue)
  return events.filter(({ flag }) => flag === 'read').map(({ messages }) => messages)
}

test.each([
  ['one topic', 1, 2_500],
  ['many topics', 120, 2],
])('all of %s is read in portions, each message told once', async (_what, topics, messages) => {
  await fill(topics, messages)
  const queue = await bob.register()
  expect(await unread()).toBe(topics * messages + 1)
  const actor = { user: bob.user, client: 'test' }
  expect(await markAllRead(world.chat, actor)).toBe(true)
  expect(await unread()).toBe(0)
  const portions = await readEvents(queue)
  expect(portions.length).toBeGreaterThan(2)
  expect(Math.max(...portions.map(({ length }) => length))).toBeLessThanOrEqual(1_000)
  expect(new Set(portions.flat()).size).toBe(topics * messages + 1)
  expect(portions.flat().length).toBe(topics * messages + 1)
  await markAllRead(world.chat, actor)
  expect(await readEvents(queue)).toHaveLength(portions.length)
})

test('where the time does not suffice, some are read and the caller is told to ask again', async () => {
  await fill(1, 2_500)
  let nowMs = world.chat.now().getTime()
  const chat = { ...world.chat, now: () => new Date((nowMs += 8_000)) }
  const actor = { user: bob.user, client: 'test' }
  const left = [await unread()]
  const answers: boolean[] = []
  while (answers.at(-1) !== true) {
    answers.push(await markChannelRead(chat, actor, 1))
    left.push(await unread())
  }
  expect(answers.length).toBeGreaterThan(1)
  expect(left.at(-1)).toBe(0)
  for (const [at, count] of left.slice(1).entries()) expect(count).toBeLessThan(left[at] ?? 0)
})

test('others are served between the portions', async () => {
  await fill(1, 2_500)
  const queue = await bob.register()
  const marking = markAllRead(world.chat, { user: bob.user, client: 'test' })
  await alice.say('meanwhile')
  await marking
  const types = (await bob.events(queue)).map(({ type }) => type)
  expect(types.indexOf('message')).toBeLessThan(types.lastIndexOf('update_message_flags'))
})

test('a thread that is read in portions leaves one read mark and no receipts', async () => {
  await fill(1, 2_500)
  await markAllRead(world.chat, { user: bob.user, client: 'test' })
  const rows = async (table: 'chat_receipt' | 'chat_read_mark') =>
    (await reader(world.chat).selectFrom(table).where('user_id', '=', bob.id).selectAll().execute())
      .length
  expect([await rows('chat_receipt'), await rows('chat_read_mark')]).toEqual([0, 2])
})
