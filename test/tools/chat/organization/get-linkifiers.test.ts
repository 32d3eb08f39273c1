import { beforeEach, expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let alice: Person

beforeEach(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  return async () => world[Symbol.asyncDispose]()
})

const ISSUE = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.test/{id}' }

const add = async (fields: object = {}, who = world.owner) =>
  who.post('/realm/filters', { ...ISSUE, ...fields })

const list = async () => ok(await alice.get('/realm/linkifiers'))['linkifiers']

test('are listed in the order of application', async () => {
  verifies('chat:4.7:linkifiers:response', 'chat:4.10:named:reorder-linkifiers')
  verifies('chat:2.9:id', 'chat:2.9:pattern', 'chat:2.9:url_template', 'chat:2.9:example_input')
  verifies('chat:2.9:reverse_template', 'chat:2.9:alternative_url_templates')
  ok(await add())
  const other = { pattern: 'PR(?P<n>\\d+)', url_template: 'https://code.test/{n}' }
  expect(ok(await add(other))['id']).toBe(2)
  const rest = { example_input: null, reverse_template: null, alternative_url_templates: [] }
  expect(await list()).toEqual([
    { id: 1, ...ISSUE, ...rest },
    { id: 2, ...other, ...rest },
  ])
  ok(await world.owner.patch('/realm/linkifiers', { ordered_linkifier_ids: [2, 1] }))
  expect((await list()).map((one: { id: number }) => one.id)).toEqual([2, 1])
})
