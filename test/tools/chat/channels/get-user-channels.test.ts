import { expect, test } from 'vitest'
import { alice, bob, guest, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob', 'Guest')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const secret = async (): Promise<number> => {
  const fields = { name: 'secret', subscribers: [alice.id], invite_only: true }
  return ok(await alice.post('/channels/create', fields))['id']
}

test('lists channels of a user as far as the caller may see them', async () => {
  const id = await secret()
  const list = async (who: Person, user = alice.id) =>
    ok(await who.get(`/users/${user}/channels`))['subscribed_channel_ids']
  expect(await list(alice)).toEqual([1, id])
  expect(await list(world.owner)).toEqual([1, id])
  expect(await list(bob)).toEqual([1])
  // A guest may read this one, but not know who else does.
  const open = { name: 'open', subscribers: [alice.id], is_web_public: true }
  const made = ok(await world.owner.post('/channels/create', open))['id']
  expect(await list(bob)).toEqual([1, made])
  expect(await list(guest)).toEqual([])
  expect(await bob.get('/users/99/channels')).toMatchObject(refused)
})
