import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('mutes another user once, and tells the clients of the caller', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const queue = await alice.register()
  const mute = async (id: number) => alice.post(`/users/me/muted_users/${id}`)
  ok(await mute(bob.id))
  const muted_users = [{ id: bob.id, timestamp: 1_767_323_045 }]
  expect(await alice.events(queue)).toMatchObject([{ type: 'muted_users', muted_users }])
  expect((await alice.register())['muted_users']).toEqual(muted_users)
  const refused = { status: 400, code: 'BAD_REQUEST' }
  expect(await mute(bob.id)).toMatchObject({ ...refused, msg: 'User already muted' })
  expect(await mute(alice.id)).toMatchObject({ ...refused, msg: 'Cannot mute self' })
  expect(await mute(99)).toMatchObject({ ...refused, msg: 'No such user' })
})
