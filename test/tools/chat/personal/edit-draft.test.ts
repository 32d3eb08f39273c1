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

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

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

test('replaces a draft of the caller', async () => {
  ok(await create({}))
  const queue = await alice.register()
  const draft = { ...DRAFT, type: 'private', to: [bob.id], topic: '', content: 'new' }
  ok(await alice.patch('/drafts/1', { draft }))
  expect((await drafts())['drafts']).toEqual([{ ...draft, id: 1 }])
  expect(await alice.events(queue)).toMatchObject([
    { type: 'drafts', op: 'update', draft: { ...draft, id: 1 } },
  ])
  expect(await bob.patch('/drafts/1', { draft })).toMatchObject(absent)
  expect(await alice.patch('/drafts/1', { draft: { ...draft, to: [99] } })).toMatchObject(refused)
})
