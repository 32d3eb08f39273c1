import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob', 'Guest')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const hidden = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const secret = async (): Promise<number> => {
  const fields = { name: 'secret', subscribers: [alice.id], invite_only: true }
  return ok(await alice.post('/channels/create', fields))['id']
}

test('tells whether a user is subscribed, to those who may know', async () => {
  const id = await secret()
  const status = async (who: Person, user: number, channel: number) =>
    who.get(`/users/${user}/subscriptions/${channel}`)
  expect(ok(await status(alice, alice.id, id))['is_subscribed']).toBe(true)
  expect(ok(await status(alice, bob.id, id))['is_subscribed']).toBe(false)
  expect(await status(bob, alice.id, id)).toMatchObject(hidden)
  expect(await status(bob, 99, 1)).toMatchObject({ ...refused, msg: 'No such user' })
})
