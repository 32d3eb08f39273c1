import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob', 'Guest')

const hidden = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const secret = async (): Promise<number> => {
  const fields = { name: 'secret', subscribers: [alice.id], invite_only: true }
  return ok(await alice.post('/channels/create', fields))['id']
}

test('answers a channel, and nothing of hidden ones', async () => {
  const id = await secret()
  expect(ok(await alice.get(`/streams/${id}`))['stream']).toMatchObject({
    stream_id: id,
    name: 'secret',
    invite_only: true,
  })
  expect(await bob.get(`/streams/${id}`)).toMatchObject(hidden)
  expect(await bob.get('/streams/99')).toMatchObject(hidden)
})
