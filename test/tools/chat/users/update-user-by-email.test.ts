import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('changes the account of an address that is shown, for administrators', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const rename = async (who: typeof alice, email: string, full_name: string) =>
    who.patch(`/users/${email}`, { full_name })
  ok(await rename(world.owner, alice.email, 'Alicia'))
  ok(await rename(world.owner, `user${bob.id}@chat.test`, 'Robert'))
  expect(ok(await bob.get(`/users/${alice.id}`))['user'].full_name).toBe('Alicia')
  expect(ok(await alice.get(`/users/${bob.id}`))['user'].full_name).toBe('Robert')
  const refused = { status: 400, msg: 'Insufficient permission' }
  expect(await rename(bob, alice.email, 'x')).toMatchObject(refused)
  expect(await rename(bob, 'nobody@chat.test', 'x')).toMatchObject(refused)
  const unknown = { status: 400, msg: 'No such user' }
  expect(await rename(world.owner, 'nobody@chat.test', 'x')).toMatchObject(unknown)
})
