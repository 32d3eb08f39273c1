import { expect, test } from 'vitest'
import { alice, bob, guest, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob', 'Guest')

const hidden = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const secret = async (): Promise<number> => {
  const fields = { name: 'secret', subscribers: [alice.id], invite_only: true }
  return ok(await alice.post('/channels/create', fields))['id']
}

test('lists active subscribers for those who may see them', async () => {
  const id = await secret()
  const list = async (channel: number, who: Person) => who.get(`/streams/${channel}/members`)
  expect(ok(await list(id, alice))['subscribers']).toEqual([alice.id])
  expect(ok(await list(id, world.owner))['subscribers']).toEqual([alice.id])
  expect(await list(id, bob)).toMatchObject(hidden)
  expect(ok(await list(1, bob))['subscribers']).toEqual([1, alice.id, bob.id])
  expect(await list(1, guest)).toMatchObject(hidden)
  ok(await world.owner.delete(`/users/${alice.id}`))
  expect(ok(await list(1, bob))['subscribers']).toEqual([1, bob.id])
})
