import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('ends the muting of a user once', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  ok(await alice.post(`/users/me/muted_users/${bob.id}`))
  const queue = await alice.register()
  const unmute = async () => alice.delete(`/users/me/muted_users/${bob.id}`)
  ok(await unmute())
  expect(await alice.events(queue)).toMatchObject([{ type: 'muted_users', muted_users: [] }])
  expect(await unmute()).toMatchObject({ status: 400, msg: 'User is not muted' })
})
