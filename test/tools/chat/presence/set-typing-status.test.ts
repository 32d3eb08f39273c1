import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

const capable = { client_capabilities: { stream_typing_notifications: true } }
const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

startChatForEach('Alice', 'Bob')

test('tells the others in a conversation, which is what no type means', async () => {
  verifies('chat:4.3:typing:op', 'chat:4.3:typing:type:default', 'chat:4.3:typing:to')
  verifies('chat:4.3:typing:events', 'chat:4.3:typing:response', 'chat:6:kind:typing')
  verifies('chat:3:typing:start', 'chat:3:typing:stop')
  const carol = await world.add('Carol')
  const [his, hers, own] = [await bob.register(), await carol.register(), await alice.register()]
  const answer = ok(await alice.post('/typing', { op: 'start', to: [bob.id] }))
  expect(Object.keys(answer).toSorted()).toEqual(['msg', 'result', 'status'])
  ok(await alice.post('/typing', { op: 'stop', to: [bob.id], stream_id: 99, topic: 'ignored' }))
  const common = {
    type: 'typing',
    message_type: 'direct',
    sender: { user_id: alice.id, email: alice.email },
    recipients: [
      { user_id: alice.id, email: alice.email },
      { user_id: bob.id, email: bob.email },
    ],
  }
  expect(await bob.events(his)).toMatchObject([
    { ...common, op: 'start' },
    { ...common, op: 'stop' },
  ])
  expect(await carol.events(hers)).toEqual([])
  expect(await alice.events(own)).toEqual([])
})

test.each(['stream', 'channel'])('tells the subscribers of a channel, by type %s', async (type) => {
  verifies('chat:4.3:typing:type', 'chat:4.3:typing:stream_id', 'chat:4.3:typing:topic')
  verifies('chat:4.3:typing:topic:empty', 'chat:9:248', 'chat:9:215')
  verifies('chat:4.10:client_capabilities:stream_typing_notifications')
  const knowing = { ...capable.client_capabilities, empty_topic_name: true }
  const queue = await bob.register({ client_capabilities: knowing })
  const [named, old] = [await bob.register(capable), await bob.register()]
  const place = { type, stream_id: 1, to: [99] }
  ok(await alice.post('/typing', { op: 'start', ...place, topic: 'lunch' }))
  ok(await alice.post('/typing', { op: 'stop', ...place, topic: '(no topic)' }))
  const common = { type: 'typing', message_type: 'stream', stream_id: 1 }
  expect(await bob.events(queue)).toMatchObject([
    { ...common, op: 'start', topic: 'lunch' },
    { ...common, op: 'stop', topic: '' },
  ])
  expect((await bob.events(named)).at(-1)).toMatchObject({ op: 'stop', topic: 'general chat' })
  expect(await bob.events(old)).toEqual([])
})

test('reaches only users who want to know', async () => {
  verifies('chat:6:emit:typing')
  const settings = JSON.stringify({ receives_typing_notifications: false })
  await world.chat.store.write(async (tx) =>
    tx.updateTable('chat_user').set({ settings }).where('id', '=', bob.id).execute(),
  )
  const queue = await bob.register()
  ok(await alice.post('/typing', { op: 'start', to: [bob.id] }))
  expect(await bob.events(queue)).toEqual([])
})

test('tells the periods of the protocol in the snapshot', async () => {
  verifies('chat:6:typing-protocol:start', 'chat:6:typing-protocol:stop', 'chat:3:typing:expiry')
  expect(await alice.register()).toMatchObject({
    server_typing_started_wait_period_milliseconds: 30_000,
    server_typing_stopped_wait_period_milliseconds: 12_000,
    server_typing_started_expiry_period_milliseconds: 45_000,
  })
})

test('tells nobody in channels of more than 100', async () => {
  for (let n = 0; n < 97; n++) await world.add(`Extra ${n}`)
  const queue = await bob.register(capable)
  const type = () =>
    alice.post('/typing', { op: 'start', type: 'channel', stream_id: 1, topic: 't' })
  ok(await type())
  const typing = async () => (await bob.events(queue)).filter((event) => event['type'] === 'typing')
  expect(await typing()).toHaveLength(1)
  await world.add('One Too Many')
  ok(await type())
  expect(await typing()).toHaveLength(1)
})

test('tells nobody to whom one may not write', async () => {
  const queue = await bob.register({ event_types: ['typing'] })
  ok(await world.owner.patch('/realm', { direct_message_permission_group: 7 }))
  const type = async () => alice.post('/typing', { op: 'start', to: [bob.id] })
  expect(await type()).toMatchObject(refused)
  expect(await bob.events(queue)).toEqual([])
  ok(await world.owner.patch('/realm', { direct_message_permission_group: 2 }))
  ok(await type())
  expect(await bob.events(queue)).toHaveLength(1)
})

test.each([
  ['an old type', { op: 'start', type: 'private', to: [1] }, undefined],
  ['an unknown op', { op: 'pause', to: [1] }, undefined],
  ['no op', { to: [1] }, "Missing 'op' argument"],
  [
    'a channel without id',
    { op: 'start', type: 'channel', topic: 't' },
    "Missing 'stream_id' argument",
  ],
  ['a channel without topic', { op: 'start', type: 'stream', stream_id: 1 }, 'Missing topic'],
  ['nobody', { op: 'start' }, "Missing 'to' argument"],
  ['an empty list', { op: 'start', to: [] }, "Empty 'to' list"],
  ['somebody unknown', { op: 'start', to: [99] }, 'Invalid user ID 99'],
  ['a single id', { op: 'start', to: 1 }, undefined],
])('refuses %s', async (_, fields, msg) => {
  verifies('chat:4.3:typing:type:private', 'chat:4.3:typing:missing-channel')
  verifies('chat:7:msg:missing-channel')
  const answer = await alice.post('/typing', fields)
  expect(answer).toMatchObject(msg === undefined ? refused : { ...refused, msg })
})
