import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

const START = 1_767_323_045
const DAY = 86_400

startChatForEach('Alice', 'Bob')

const report = async (who: Person, fields: Record<string, unknown> = {}) =>
  ok(await who.post('/users/me/presence', { status: 'active', ...fields }))

test('stores what is reported, and answers it by address as older clients read it', async () => {
  verifies('chat:4.3:presence:status', 'chat:4.3:presence:server_timestamp', 'chat:3:presence')
  verifies('chat:4.3:presence:presences', 'chat:4.3:presence:slim_presence:default')
  verifies('chat:4.3:presence:ping_only:default', 'chat:4.3:presence:new_user_input')
  await report(alice)
  world.pass(300)
  const answer = await report(bob, { status: 'idle', new_user_input: false })
  expect(answer).toMatchObject({ server_timestamp: START + 300.678, presence_last_update_id: 2 })
  expect(answer['presences']).toEqual({
    [alice.email]: {
      aggregated: { client: 'website', status: 'active', timestamp: START },
      website: { client: 'website', status: 'active', timestamp: START, pushable: false },
    },
    [bob.email]: {
      aggregated: { client: 'website', status: 'idle', timestamp: START + 300 },
      website: { client: 'website', status: 'idle', timestamp: START + 300, pushable: false },
    },
  })
})

test('answers by user id in the modern form when asked', async () => {
  verifies('chat:4.3:presence:slim_presence', 'chat:2.8:modern:key')
  verifies('chat:2.8:modern:active_timestamp', 'chat:2.8:modern:idle_timestamp')
  await report(alice)
  world.pass(60)
  const { presences } = await report(alice, { status: 'idle', slim_presence: true })
  expect(presences).toEqual({
    [alice.id]: { active_timestamp: START, idle_timestamp: START + 60 },
  })
})

test('answers only what came after an update, in the modern form', async () => {
  verifies('chat:4.3:presence:last_update_id', 'chat:9:263')
  verifies('chat:4.3:presence:presence_last_update_id')
  await report(alice)
  const first = await report(bob, { last_update_id: -1 })
  expect(Object.keys(first['presences'])).toEqual([String(alice.id), String(bob.id)])
  const last = first['presence_last_update_id']
  expect(last).toBe(2)
  const next = await report(bob, { last_update_id: last })
  expect(Object.keys(next['presences'])).toEqual([String(bob.id)])
  expect(next['presence_last_update_id']).toBe(3)
  const ahead = await report(bob, { last_update_id: 100 })
  expect(ahead).toMatchObject({ presence_last_update_id: 100, presences: {} })
})

test('answers the last days, all of them after an update', async () => {
  verifies('chat:4.3:presence:history_limit_days', 'chat:4.3:presence:history_limit_days:default')
  verifies('chat:8:presence', 'chat:9:288')
  await report(alice)
  world.pass(14 * DAY)
  const presenceFor = async (fields: object) =>
    Object.keys((await report(bob, { slim_presence: true, ...fields }))['presences'])
  expect(await presenceFor({})).toHaveLength(2)
  world.pass(1)
  expect(await presenceFor({})).toHaveLength(1)
  expect(await presenceFor({ history_limit_days: 15 })).toHaveLength(2)
  expect(await presenceFor({ history_limit_days: 0, last_update_id: 0 })).toHaveLength(1)
})

test('answers nothing but the update id to a mere ping', async () => {
  verifies('chat:4.3:presence:ping_only', 'chat:4.3:presence:presence_last_update_id:none')
  const answer = await report(alice, { ping_only: true })
  expect(answer).toEqual({ result: 'success', msg: '', status: 200, presence_last_update_id: -1 })
  expect(Object.keys((await report(bob))['presences'])).toContain(alice.email)
})

test('tells others of somebody who comes, not of one who stays', async () => {
  verifies('chat:6:kind:presence', 'chat:6:emit:presence', 'chat:4.10:slim_presence')
  const [old, slim] = [await bob.register(), await bob.register({ slim_presence: true })]
  const modern = await bob.register({
    client_capabilities: { simplified_presence_events: true },
  })
  await report(alice)
  world.pass(60)
  await report(alice)
  const website = { client: 'website', status: 'active', timestamp: START, pushable: false }
  expect(await bob.events(old)).toMatchObject([
    { type: 'presence', user_id: alice.id, email: alice.email, presence: { website } },
  ])
  const [event] = await bob.events(slim)
  expect(event).toMatchObject({ user_id: alice.id, presence: { website } })
  expect(event).not.toHaveProperty('email')
  expect(await bob.events(modern)).toMatchObject([
    {
      type: 'presence',
      presences: { [alice.id]: { active_timestamp: START, idle_timestamp: START } },
    },
  ])
})

test('hides who wants to be invisible', async () => {
  verifies('chat:4.3:presence:invisible')
  ok(await alice.post('/users/me/status', { away: true }))
  const queue = await bob.register()
  await report(alice)
  expect(Object.keys((await report(bob))['presences'])).toEqual([bob.email])
  expect(await bob.events(queue)).toMatchObject([{ type: 'presence', user_id: bob.id }])
})

test('shows only users that the caller can access, where the server says so', async () => {
  verifies('chat:4.3:presence:limited', 'chat:9:228')
  const guest = await world.add('Guest', { role: 600 })
  ok(await world.owner.patch('/realm', { can_access_all_users_group: 3 }))
  await report(alice)
  expect(Object.keys((await report(guest))['presences'])).toHaveLength(2)
  await world.chat.store.write(async (tx) =>
    tx.insertInto('chat_realm').values({ name: 'limits_presence', value: 'true' }).execute(),
  )
  expect(Object.keys((await report(guest))['presences'])).toEqual([guest.email])
  await alice.whisper('hello', guest)
  expect(Object.keys((await report(guest))['presences'])).toHaveLength(2)
})

test('refuses another status', async () => {
  expect(await alice.post('/users/me/presence', { status: 'asleep' })).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    msg: 'Invalid status: asleep',
  })
})

test('whoever is idle a moment after being active counts as idle, and others hear of both', async () => {
  const queue = await bob.register({ event_types: ['presence'] })
  for (const status of ['active', 'idle', 'idle', 'active']) {
    await report(alice, { status })
    const { presences } = ok(await bob.get('/realm/presence'))
    expect(presences[alice.email].aggregated.status).toBe(status)
    world.pass(5)
  }
  const statuses = (await bob.events(queue)).map(({ presence }) => presence.website.status)
  expect(statuses).toEqual(['active', 'idle', 'active'])
})
