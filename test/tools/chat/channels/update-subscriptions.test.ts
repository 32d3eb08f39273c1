import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const change = async (fields: object, who = alice) =>
  who.patch('/users/me/subscriptions', fields as Record<string, unknown>)

const names = async () =>
  (ok(await alice.get('/users/me/subscriptions'))['subscriptions'] as { name: string }[]).map(
    ({ name }) => name,
  )

test('joins, makes and leaves channels in one call', async () => {
  ok(await bob.post('/channels/create', { name: 'open', subscribers: [bob.id] }))
  const add = [
    { name: 'open', color: '#abcdef' },
    { name: 'new', description: 'About it.' },
  ]
  expect(ok(await change({ add, delete: ['general'] }))).toMatchObject({
    subscribed: { [alice.id]: ['open', 'new'] },
    already_subscribed: {},
    removed: ['general'],
    not_removed: [],
  })
  expect(await names()).toEqual(['open', 'new'])
  const { subscriptions } = ok(await alice.get('/users/me/subscriptions'))
  expect(subscriptions).toMatchObject([{ color: '#abcdef' }, { description: 'About it.' }])
  expect(ok(await change({ add: [{ name: 'open' }], delete: ['general'] }))).toMatchObject({
    already_subscribed: { [alice.id]: ['open'] },
    not_removed: ['general'],
  })
})

test('does all or nothing', async () => {
  const secret = { name: 'secret', subscribers: [bob.id], invite_only: true }
  ok(await bob.post('/channels/create', secret))
  const fails = [
    { add: [{ name: 'new' }], delete: ['nowhere'] },
    { add: [{ name: 'secret' }], delete: ['general'] },
    { add: [{ name: 'new', color: 'red' }], delete: ['general'] },
    { add: [{ name: 'x'.repeat(61) }], delete: ['general'] },
  ]
  for (const one of fails) expect(await change(one)).toMatchObject({ status: 400 })
  expect(await names()).toEqual(['general'])
  expect(await change({})).toMatchObject({
    ...refused,
    msg: 'Nothing to do. Specify at least one of "add" or "delete".',
  })
})
