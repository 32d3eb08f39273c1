import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob', 'Guest')

const hidden = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const secret = async (): Promise<number> => {
  const fields = { name: 'secret', subscribers: [alice.id], invite_only: true }
  return ok(await alice.post('/channels/create', fields))['id']
}

test('answers the id of a name in any case, and nothing of hidden channels', async () => {
  const id = await secret()
  const idOf = async (stream: string, who = bob) => who.get('/get_stream_id', { stream })
  expect(ok(await idOf('General'))['stream_id']).toBe(1)
  expect(ok(await idOf('secret', alice))['stream_id']).toBe(id)
  const [one, other] = [await idOf('secret'), await idOf('nonesuch')]
  expect(one).toMatchObject({ ...hidden, msg: "Invalid channel name 'secret'" })
  expect(other).toMatchObject({ ...hidden, msg: "Invalid channel name 'nonesuch'" })
})
