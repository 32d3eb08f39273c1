import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const change = (op: string, flag: string, ...messages: number[]) =>
  bob.post('/messages/flags', { messages, op, flag })
const flags = async (id: number) => ok(await bob.get(`/messages/${id}`))['message'].flags
const unread = async () => (await bob.register({ fetch_event_types: ['message'] }))['unread_msgs']

test('marks as read and unread, for the caller alone, and notifies their other clients', async () => {
  const [a, b] = [await alice.say('a'), await alice.say('b @**Bob**')] as const
  expect(await unread()).toMatchObject({ count: 2, mentions: [b] })
  const queue = await bob.register()
  expect(ok(await change('add', 'read', a, b))).toMatchObject({
    messages: [a, b],
    ignored_because_not_subscribed_channels: [],
  })
  expect(ok(await change('add', 'read', b))['messages']).toEqual([])
  expect(await unread()).toMatchObject({ count: 0, mentions: [], streams: [] })
  expect(await flags(b)).toEqual(['read', 'mentioned'])
  ok(await change('remove', 'read', b))
  expect(await unread()).toMatchObject({ count: 1, mentions: [b] })
  expect(await bob.events(queue)).toMatchObject([
    {
      type: 'update_message_flags',
      op: 'add',
      operation: 'add',
      flag: 'read',
      messages: [a, b],
      all: false,
    },
    {
      op: 'remove',
      flag: 'read',
      messages: [b],
      message_details: {
        [b]: {
          type: 'stream',
          stream_id: 1,
          topic: 't',
          mentioned: true,
          unmuted_stream_msg: true,
        },
      },
    },
  ])
})

test('marks islands as read, and one by one what lies before them', async () => {
  const ids = []
  for (let n = 0; n < 5; n++) ids.push(await alice.say(`m${n}`))
  const [a, b, c, d, e] = ids as [number, number, number, number, number]
  ok(await change('add', 'read', d))
  ok(await change('add', 'read', b))
  const left = async () => (await unread()).streams[0]?.unread_message_ids
  expect(await left()).toEqual([a, c, e])
  ok(await change('add', 'read', a, c))
  expect(await left()).toEqual([e])
  const rows = await world.chat.store.db.selectFrom('chat_receipt').selectAll().execute()
  expect(rows.filter(({ message_id }) => message_id <= c)).toEqual([])
  ok(await change('remove', 'read', b))
  expect(await left()).toEqual([b, e])
  ok(await change('add', 'read', e))
  expect(await left()).toEqual([b])
})

test('counts unread direct messages by conversation', async () => {
  const carol = await world.add('Carol')
  const [one, many] = [await alice.whisper('x', bob), await alice.whisper('y', bob, carol)]
  expect(await unread()).toMatchObject({
    count: 2,
    pms: [{ other_user_id: alice.id, unread_message_ids: [one] }],
    huddles: [
      { user_ids_string: [alice.id, bob.id, carol.id].join(','), unread_message_ids: [many] },
    ],
  })
  ok(await change('add', 'read', one))
  const queue = await bob.register()
  ok(await change('remove', 'read', one))
  expect((await bob.events(queue))[0]?.['message_details']).toEqual({
    [one]: { type: 'private', user_ids: [alice.id] },
  })
})

test('stars and collapses, also what was never received', async () => {
  ok(await bob.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
  const id = await alice.say('x')
  ok(await change('add', 'starred', id))
  expect(await flags(id)).toEqual(['read', 'starred', 'historical'])
  ok(await change('add', 'collapsed', id))
  ok(await change('remove', 'starred', id))
  expect(await flags(id)).toEqual(['read', 'collapsed', 'historical'])
  const { starred_messages } = await bob.register({ fetch_event_types: ['starred_messages'] })
  expect(starred_messages).toEqual([])
  expect(ok(await change('remove', 'read', id))).toMatchObject({
    messages: [],
    ignored_because_not_subscribed_channels: [1],
  })
})

test.each([
  ['an unknown operation', 'toggle', 'read', "Invalid message flag operation: 'toggle'"],
  ['an unknown flag', 'add', 'loved', "Invalid flag: 'loved'"],
  ['a flag that is not the user’s', 'add', 'mentioned', "Flag not editable: 'mentioned'"],
])('refuses %s', async (_, op, flag, msg) => {
  expect(await change(op, flag, await alice.say('x'))).toMatchObject({ status: 400, msg })
})

test('refuses messages that the caller may not read', async () => {
  const id = await alice.whisper('x', world.owner)
  expect(await change('add', 'read', id)).toMatchObject({ status: 400, msg: 'Invalid message(s)' })
})
