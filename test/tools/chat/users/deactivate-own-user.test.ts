import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test("deactivates the caller and the caller's bots", async () => {
  const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  const queue = await bob.register()
  ok(await alice.delete('/users/me'))
  expect(await bob.events(queue)).toMatchObject([
    { type: 'subscription', op: 'peer_remove', stream_ids: [1], user_ids: [alice.id] },
    { type: 'realm_user', op: 'update', person: { user_id: alice.id, is_active: false } },
    { person: { user_id: bot.id, is_active: false } },
  ])
  for (const who of [alice, bot]) {
    expect(await who.get('/users/me')).toMatchObject({ status: 401, code: 'USER_DEACTIVATED' })
  }
})

test('keeps the last owner', async () => {
  expect(await world.owner.delete('/users/me')).toMatchObject(refused)
  const heir = await world.add('Heir', { role: 100 })
  ok(await world.owner.delete('/users/me'))
  expect(await heir.delete('/users/me')).toMatchObject(refused)
})
