import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob', 'Guest')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const hidden = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const change = async (...subscription_data: object[]) =>
  alice.post('/users/me/subscriptions/properties', { subscription_data })

const subscription = async () => ok(await alice.get('/users/me/subscriptions'))['subscriptions'][0]

test('changes personal settings, and tells the clients of the caller', async () => {
  const [own, others] = [await alice.register(), await bob.register()]
  const stream_id = 1
  ok(
    await change(
      { stream_id, property: 'color', value: '#abcdef' },
      { stream_id, property: 'pin_to_top', value: true },
      { stream_id, property: 'in_home_view', value: false },
      { stream_id, property: 'push_notifications', value: false },
    ),
  )
  const changed = { color: '#abcdef', pin_to_top: true, is_muted: true, push_notifications: false }
  expect(await subscription()).toMatchObject({ ...changed, in_home_view: false })
  const events = await alice.events(own)
  expect(events).toMatchObject(
    events.map(() => ({ type: 'subscription', op: 'update', stream_id })),
  )
  expect(events.map(({ property, value }) => [property, value])).toEqual([
    ['color', '#abcdef'],
    ['pin_to_top', true],
    ['is_muted', true],
    ['in_home_view', false],
    ['push_notifications', false],
  ])
  expect(await bob.events(others)).toEqual([])
})

test.each([
  ['another property', 'name', 'x', 'Unknown subscription property: name'],
  ['a color that is none', 'color', 'red', 'color is not a valid hex color code'],
  ['a text for a switch', 'is_muted', 'yes', 'is_muted is not a boolean'],
])('refuses %s, and changes nothing', async (_, property, value, msg) => {
  const good = { stream_id: 1, property: 'pin_to_top', value: true }
  expect(await change(good, { stream_id: 1, property, value })).toMatchObject({ ...refused, msg })
  expect(await subscription()).toMatchObject({ pin_to_top: false })
})

test('is for subscribers', async () => {
  ok(await bob.post('/channels/create', { name: 'other', subscribers: [bob.id] }))
  const one = { stream_id: 2, property: 'is_muted', value: true }
  expect(await change(one)).toMatchObject({ ...refused, msg: 'Not subscribed to channel id 2' })
  expect(await change({ ...one, stream_id: 99 })).toMatchObject(hidden)
})
