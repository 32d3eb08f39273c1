import { beforeEach, expect, test } from 'vitest'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let alice: Person
let bob: Person

beforeEach(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  bob = await world.add('Bob')
  await world.add('Guest', { role: 600 })
  return async () => world[Symbol.asyncDispose]()
})

const hidden = { status: 400, result: 'error', code: 'STREAM_DOES_NOT_EXIST' }

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
