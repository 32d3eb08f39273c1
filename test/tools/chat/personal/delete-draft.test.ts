import { beforeEach, expect, test } from 'vitest'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let alice: Person
let bob: Person

beforeEach(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  bob = await world.add('Bob')
  return async () => world[Symbol.asyncDispose]()
})

const absent = { status: 404, result: 'error', code: 'NOT_FOUND' }

const DRAFT = {
  type: 'stream',
  to: [1],
  topic: 'plans',
  content: 'What if',
  timestamp: 1_700_000_000,
}

const create = async (...drafts: object[]) =>
  alice.post('/drafts', { drafts: drafts.map((one) => ({ ...DRAFT, ...one })) })

const drafts = async (who = alice) => ok(await who.get('/drafts'))

test('deletes a draft of the caller', async () => {
  ok(await create({}))
  const queue = await alice.register()
  expect(await bob.delete('/drafts/1')).toMatchObject(absent)
  ok(await alice.delete('/drafts/1'))
  expect(await alice.events(queue)).toMatchObject([{ type: 'drafts', op: 'remove', draft_id: 1 }])
  expect(await drafts()).toMatchObject({ count: 0 })
  expect(await alice.delete('/drafts/1')).toMatchObject(absent)
})
