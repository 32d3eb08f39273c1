import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('deactivates an account and its bots, and tells everybody', async () => {
  const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  const queue = await bob.register()
  const deactivate = async (id: number, who = world.owner) => who.delete(`/users/${id}`)
  expect(await deactivate(alice.id, bob)).toMatchObject({
    ...refused,
    msg: 'Insufficient permission',
  })
  ok(await deactivate(alice.id))
  expect(await bob.events(queue)).toMatchObject([
    { type: 'subscription', op: 'peer_remove', stream_ids: [1], user_ids: [alice.id] },
    { type: 'realm_user', op: 'update', person: { user_id: alice.id, is_active: false } },
    { person: { user_id: bot.id, is_active: false } },
  ])
  for (const who of [alice, bot]) {
    expect(await who.get('/users/me')).toMatchObject({ status: 401, code: 'USER_DEACTIVATED' })
  }
  expect(await deactivate(alice.id)).toMatchObject(refused)
})

test('keeps the last owner, and leaves owners to owners', async () => {
  const admin = await world.add('Ada', { role: 200 })
  expect(await admin.delete('/users/1')).toMatchObject({
    ...refused,
    msg: 'Must be an organization owner',
  })
  expect(await world.owner.delete('/users/1')).toMatchObject(refused)
})
