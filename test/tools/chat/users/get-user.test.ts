import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('answers a user by id, to guests only those they may see where that is limited', async () => {
  await using world = await startChatWorld()
  const [alice, guest] = [await world.add('Alice'), await world.add('Guest', { role: 600 })]
  expect(ok(await guest.get(`/users/${alice.id}`))['user']).toMatchObject({ full_name: 'Alice' })
  expect(await alice.get('/users/99')).toMatchObject({ status: 400, msg: 'No such user' })
  ok(await world.owner.patch('/realm', { can_access_all_users_group: 3 }))
  expect(await guest.get(`/users/${alice.id}`)).toMatchObject({ status: 400 })
  ok(await guest.get(`/users/${guest.id}`))
})
