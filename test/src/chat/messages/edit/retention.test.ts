import { afterAll, describe, expect, test } from 'vitest'
import { expireMessages } from '../../../../../src/chat/messages/edit/expire-messages.ts'
import { DAY_SECONDS } from '../../../../../src/lib/durations.ts'
import { openPostgres } from '../../../../../src/store/postgres/postgres.ts'
import { startPostgresTwin } from '../../../../support/both-databases.ts'
import { type Answer, type ChatWorld, ok, startChatWorld } from '../../../../support/chat-world.ts'
import { quietLog } from '../../../../support/store-backend.ts'

const server = await startPostgresTwin()
afterAll(async () => server?.[Symbol.asyncDispose]())

const alive = new AbortController().signal
const bulk = { client_capabilities: { bulk_message_deletion: true } }

/** Ids of all messages that exist. */
async function existing({ chat }: ChatWorld): Promise<number[]> {
  const rows = await chat.store.db.selectFrom('chat_message').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

function deletions(events: readonly Answer[]) {
  return events.map(({ type, message_type, stream_id, topic, message_ids }) => ({
    type,
    message_type,
    stream_id,
    topic,
    message_ids,
  }))
}

/** Lets time pass over messages of all kinds; returns what is left of them, and what should be. */
async function letTimePass(world: ChatWorld) {
  const [alice, bob, carol] = [
    await world.add('Alice'),
    await world.add('Bob'),
    await world.add('Carol'),
  ]
  for (const [name, days] of [
    ['short', 1],
    ['forever', 'unlimited'],
  ]) {
    const made = { name, subscribers: [alice.id, bob.id], message_retention_days: days }
    const quietly = { send_new_subscription_messages: false }
    ok(await world.owner.post('/channels/create', { ...made, ...quietly }))
  }
  const inShort = await alice.say('gone soon', { to: 'short', topic: 'a' })
  const other = await alice.say('gone too', { to: 'short', topic: 'b' })
  const inForever = await alice.say('kept', { to: 'forever' })
  const inGeneral = await alice.say('as the organization says')
  const direct = await alice.whisper('between us', bob)
  ok(await bob.post('/messages/flags', { messages: [inShort], op: 'add', flag: 'starred' }))
  ok(await bob.post(`/messages/${inShort}/reactions`, { emoji_name: 'tada' }))
  world.pass(1 * DAY_SECONDS)
  const inTime = await alice.say('not old enough', { to: 'short', topic: 'a' })
  expect(await expireMessages(world.chat, alive)).toBe(0)
  world.pass(1)
  const queues = [await bob.register(bulk), await carol.register(bulk)] as const
  expect(await expireMessages(world.chat, alive)).toBe(2)
  expect(await existing(world)).toEqual([inForever, inGeneral, direct, inTime])
  const gone = { type: 'delete_message', message_type: 'stream', stream_id: 2 }
  expect(deletions(await bob.events(queues[0]))).toEqual([
    { ...gone, topic: 'a', message_ids: [inShort] },
    { ...gone, topic: 'b', message_ids: [other] },
  ])
  expect(await carol.events(queues[1])).toEqual([])
  expect(
    (await bob.register({ fetch_event_types: ['starred_messages'] }))['starred_messages'],
  ).toEqual([])
  for (const table of ['chat_receipt', 'chat_reaction'] as const) {
    expect(await world.chat.store.db.selectFrom(table).selectAll().execute()).toEqual([])
  }

  // The organization's own limit, which starts with the next round, spares who says for ever.
  expect(
    (await alice.register({ fetch_event_types: ['realm'] }))['realm_message_retention_days'],
  ).toBe(-1)
  ok(await world.owner.patch('/realm', { message_retention_days: 2 }))
  expect(await expireMessages(world.chat, alive)).toBe(0)
  world.pass(1 * DAY_SECONDS)
  const after = [await bob.register(bulk), await carol.register(bulk)] as const
  expect(await expireMessages(world.chat, alive)).toBe(3)
  expect(await existing(world)).toEqual([inForever])
  const heard = deletions(await bob.events(after[0]))
  expect(heard).toContainEqual({ ...gone, topic: 't', stream_id: 1, message_ids: [inGeneral] })
  expect(heard).toContainEqual({
    type: 'delete_message',
    message_type: 'private',
    stream_id: undefined,
    topic: undefined,
    message_ids: [direct],
  })
  // She gets no event of a conversation without her.
  expect(deletions(await carol.events(after[1]))).toEqual([
    { ...gone, stream_id: 1, topic: 't', message_ids: [inGeneral] },
  ])
  ok(await world.owner.patch('/realm', { message_retention_days: 'unlimited' }))
  const kept = await alice.say('for ever')
  world.pass(10_000 * DAY_SECONDS)
  expect(await expireMessages(world.chat, alive)).toBe(0)
  return { left: await existing(world), kept: [inForever, kept] }
}

test('messages are kept as long as their channel says, else as the organization says', async () => {
  await using world = await startChatWorld()
  const { left, kept } = await letTimePass(world)
  expect(left).toEqual(kept)
})

test.skipIf(!server)('the same on Postgres', { tags: 'full' }, async () => {
  const url = server?.newUrl() ?? ''
  await using world = await startChatWorld({ store: await openPostgres({ url, log: quietLog }) })
  const { left, kept } = await letTimePass(world)
  expect(left).toEqual(kept)
})

describe('many of them', () => {
  test('go in several units, and a server that stops breaks off in between', async () => {
    await using world = await startChatWorld()
    const alice = await world.add('Alice')
    const first = await alice.say('0')
    const { chat } = world
    const row = await chat.store.db
      .selectFrom('chat_message')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    await chat.store.write(async (tx) => {
      for (let id = first + 1; id <= first + 450; id += 1) {
        await tx
          .insertInto('chat_message')
          .values({ ...row, id })
          .execute()
      }
    })
    ok(await world.owner.patch('/realm', { message_retention_days: 1 }))
    world.pass(2 * DAY_SECONDS)
    expect(await expireMessages(chat, AbortSignal.abort())).toBe(0)
    expect(await expireMessages(chat, alive)).toBe(451)
    expect(await existing(world)).toEqual([])
  })
})
