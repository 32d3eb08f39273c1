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

test('lists the drafts of the caller only, by the time of their last edit', async () => {
  ok(await create({}, { timestamp: 1_600_000_000, content: 'older' }))
  expect(await drafts()).toMatchObject({
    count: 2,
    drafts: [
      { id: 2, content: 'older' },
      { id: 1, ...DRAFT },
    ],
  })
  expect(await drafts(bob)).toMatchObject({ count: 0, drafts: [] })
  expect((await alice.register())['drafts']).toHaveLength(2)
})
