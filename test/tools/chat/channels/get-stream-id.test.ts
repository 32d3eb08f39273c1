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

test('answers the id of a name in any case, and nothing of hidden channels', async () => {
  const id = await secret()
  const idOf = async (stream: string, who = bob) => who.get('/get_stream_id', { stream })
  expect(ok(await idOf('General'))['stream_id']).toBe(1)
  expect(ok(await idOf('secret', alice))['stream_id']).toBe(id)
  const [one, other] = [await idOf('secret'), await idOf('nonesuch')]
  expect(one).toMatchObject({ ...hidden, stream: 'secret' })
  expect(other).toMatchObject({ ...hidden, stream: 'nonesuch' })
})
