import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

const path = '/users/me/subscriptions'
const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

startChatForEach('Alice', 'Bob')

const leave = (who: Person, principals?: unknown, name = 'general') =>
  who.delete(path, { subscriptions: [name], principals })

test('leaves channels, and tells which were left before', async () => {
  verifies('chat:4.5:unsubscribe:subscriptions', 'chat:4.5:unsubscribe:principals:default')
  verifies('chat:4.5:unsubscribe:removed', 'chat:4.5:unsubscribe:not_removed')
  verifies('chat:3:subscription:removed', 'chat:3:subscription:not-removed')
  ok(await bob.post('/channels/create', { name: 'other' }))
  const names = { subscriptions: [' General ', 'other'] }
  expect(ok(await alice.delete(path, names))).toMatchObject({
    removed: ['general'],
    not_removed: ['other'],
  })
  expect(ok(await leave(alice))).toMatchObject({ removed: [], not_removed: ['general'] })
  expect(ok(await alice.get(path))['subscriptions']).toEqual([])
})

test('tells the user, the peers, and sends no further events of the channel', async () => {
  verifies('chat:6:emit:unsubscribe', 'chat:6:kind:subscription')
  ok(await bob.patch('/settings', { automatically_follow_topics_policy: 4 }))
  const [own, peer] = [await alice.register(), await bob.register()]
  await bob.say('before')
  ok(await leave(alice))
  await bob.say('after')
  const kinds = (events: Awaited<ReturnType<Person['events']>>) =>
    events.map(({ type, op }) => (op === undefined ? type : `${type}/${op}`))
  const mine = await alice.events(own)
  expect(kinds(mine)).toEqual([
    'message',
    'update_message_flags/add',
    'subscription/remove',
    'subscription/peer_remove',
  ])
  expect(mine[2]).toMatchObject({ subscriptions: [{ stream_id: 1, name: 'general' }] })
  const theirs = await bob.events(peer)
  expect(kinds(theirs)).toEqual(['message', 'subscription/peer_remove', 'message'])
  expect(theirs[1]).toMatchObject({ stream_ids: [1], user_ids: [alice.id] })
})

test('by administrators removes anybody from anywhere, by id or address', async () => {
  verifies('chat:4.5:unsubscribe:1', 'chat:4.5:unsubscribe:principals:ids')
  verifies('chat:4.5:unsubscribe:principals:emails')
  ok(
    await bob.post('/channels/create', {
      name: 'den',
      invite_only: true,
      subscribers: [alice.id, bob.id],
    }),
  )
  expect(ok(await leave(world.owner, [alice.id], 'den'))).toMatchObject({ removed: ['den'] })
  expect(ok(await leave(world.owner, [bob.email], 'den'))).toMatchObject({ removed: ['den'] })
})

test('removes own bots', async () => {
  verifies('chat:4.5:unsubscribe:2')
  const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  ok(await world.owner.post(path, { subscriptions: [{ name: 'general' }], principals: [bot.id] }))
  expect(await leave(bob, [bot.id])).toMatchObject(refused)
  expect(ok(await leave(alice, [bot.id]))).toMatchObject({ removed: ['general'] })
})

test('removes others by those whom the channel allows it, or who administer it', async () => {
  verifies('chat:4.5:unsubscribe:3', 'chat:9:349')
  expect(await leave(alice, [bob.id])).toMatchObject({ ...refused, msg: 'Insufficient permission' })
  ok(await world.owner.patch('/streams/1', { can_remove_subscribers_group: 3 }))
  ok(await leave(alice, [bob.id]))
  ok(await bob.post('/channels/create', { name: 'his', subscribers: [alice.id, bob.id] }))
  ok(await leave(bob, [alice.id], 'his'))
})

test('refuses channels that do not exist or may not be known', async () => {
  verifies('chat:4.5:unsubscribe:unknown-channel', 'chat:7:STREAM_DOES_NOT_EXIST')
  ok(await bob.post('/channels/create', { name: 'den', invite_only: true, subscribers: [bob.id] }))
  for (const name of ['nowhere', 'den']) {
    expect(await leave(alice, undefined, name)).toMatchObject({
      status: 400,
      code: 'STREAM_DOES_NOT_EXIST',
      stream: name,
      msg: `Channel '${name}' does not exist`,
    })
  }
})

test('refuses principals that do not exist or are deactivated', async () => {
  verifies('chat:4.5:unsubscribe:bad-principal', 'chat:7:UNAUTHORIZED_PRINCIPAL', 'chat:9:208')
  await world.chat.store.write(async (tx) =>
    tx.updateTable('chat_user').set({ is_active: 0 }).where('id', '=', bob.id).execute(),
  )
  expect(await leave(world.owner, [bob.id])).toMatchObject(refused)
  expect(await leave(world.owner, [99])).toMatchObject(refused)
  expect(await leave(world.owner, ['x@y.z'])).toMatchObject(refused)
})

test('works for archived channels too', async () => {
  verifies('chat:9:362')
  ok(await world.owner.delete('/streams/1'))
  expect(ok(await leave(alice))).toMatchObject({ removed: ['general'] })
})
