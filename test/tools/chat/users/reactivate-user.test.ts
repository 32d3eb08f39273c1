import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('takes an account into use again, for administrators', async () => {
  const reactivate = async (who: Person) => who.post(`/users/${alice.id}/reactivate`)
  expect(await reactivate(world.owner)).toMatchObject({ ...refused, msg: 'User is already active' })
  ok(await world.owner.delete(`/users/${alice.id}`))
  const queue = await bob.register()
  expect(await reactivate(bob)).toMatchObject({ ...refused, msg: 'Insufficient permission' })
  ok(await reactivate(world.owner))
  expect(await bob.events(queue)).toMatchObject([
    { type: 'realm_user', op: 'update', person: { user_id: alice.id, is_active: true } },
    { type: 'subscription', op: 'peer_add', stream_ids: [1], user_ids: [alice.id] },
  ])
  ok(await alice.get('/users/me'))
})

test('owners are taken into use again by owners', async () => {
  const administrator = await world.add('Ada', { role: 200 })
  const other = await world.add('Olga', { role: 100 })
  ok(await world.owner.delete(`/users/${other.id}`))
  const ownersOnly = { status: 400, msg: 'Must be an organization owner' }
  expect(await administrator.post(`/users/${other.id}/reactivate`)).toMatchObject(ownersOnly)
  ok(await world.owner.post(`/users/${other.id}/reactivate`))
  expect(await administrator.delete(`/users/${other.id}`)).toMatchObject(ownersOnly)
})
