import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const join = (who: Person, name: string, fields: object = {}) =>
  who.post('/users/me/subscriptions', { subscriptions: [{ name }], ...fields })

test('makes what does not exist, joins what does, and tells what was joined before', async () => {
  expect(ok(await join(alice, 'new', { principals: [alice.id, bob.id] }))).toMatchObject({
    subscribed: { [alice.id]: ['new'], [bob.id]: ['new'] },
    already_subscribed: {},
  })
  expect(ok(await join(bob, 'NEW'))).toMatchObject({ already_subscribed: { [bob.id]: ['new'] } })
})

test('joins private channels only by invitation or the channel’s leave', async () => {
  ok(await join(alice, 'den', { invite_only: true }))
  expect(await join(bob, 'den')).toMatchObject({
    status: 400,
    msg: 'Unable to access channel (den).',
  })
  const soft = ok(await join(bob, 'den', { authorization_errors_fatal: false }))
  expect(soft).toMatchObject({ unauthorized: ['den'], subscribed: {} })
  ok(await join(alice, 'den', { principals: [bob.id] }))
  ok(await bob.delete('/users/me/subscriptions', { subscriptions: ['den'] }))
  ok(await alice.patch('/streams/2', { can_subscribe_group: 3 }))
  ok(await join(bob, 'den'))
})

test('adds others where organization or channel allow it', async () => {
  ok(await world.owner.patch('/realm', { can_add_subscribers_group: 7 }))
  const carol = await world.add('Carol')
  ok(await join(world.owner, 'open'))
  expect(await join(alice, 'open', { principals: [carol.id] })).toMatchObject({ status: 400 })
  ok(await world.owner.patch('/streams/2', { can_add_subscribers_group: 3 }))
  ok(await join(alice, 'open', { principals: [carol.id] }))
})

test('receives from now on, and has no unread messages of before', async () => {
  ok(await join(alice, 'open'))
  const before = await alice.say('before', { to: 'open' })
  ok(await join(bob, 'open'))
  const after = await alice.say('after', { to: 'open' })
  const flags = async (id: number) => ok(await bob.get(`/messages/${id}`))['message'].flags
  expect(await flags(before)).toEqual(['read', 'historical'])
  expect(await flags(after)).toEqual([])
  const { unread_msgs } = await bob.register({ fetch_event_types: ['message'] })
  expect(unread_msgs.streams).toEqual([{ stream_id: 2, topic: 't', unread_message_ids: [after] }])
})

test('guests neither join by themselves nor see', async () => {
  const guest = await world.add('Guest', { role: 600 })
  ok(await join(alice, 'open'))
  expect(await join(guest, 'open')).toMatchObject({ status: 400 })
  const queue = await guest.register({ event_types: ['stream', 'subscription'] })
  ok(await join(alice, 'open', { principals: [guest.id] }))
  const events = await guest.events(queue)
  expect(events.map(({ type, op }) => `${type}/${op}`)).toEqual([
    'stream/create',
    'subscription/add',
    'subscription/peer_add',
  ])
})
