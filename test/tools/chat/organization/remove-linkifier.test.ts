import { beforeEach, expect, test } from 'vitest'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let alice: Person

beforeEach(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  return async () => world[Symbol.asyncDispose]()
})

const ISSUE = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.test/{id}' }

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const add = async (fields: object = {}, who = world.owner) =>
  who.post('/realm/filters', { ...ISSUE, ...fields })

const list = async () => ok(await alice.get('/realm/linkifiers'))['linkifiers']

test('removes a pattern once', async () => {
  ok(await add())
  ok(await world.owner.delete('/realm/filters/1'))
  expect(await list()).toEqual([])
  const answer = await world.owner.delete('/realm/filters/1')
  expect(answer).toMatchObject({ ...refused, msg: 'Linkifier not found.' })
})
