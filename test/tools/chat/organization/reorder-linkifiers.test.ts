import { beforeEach, expect, test } from 'vitest'
import { type ChatWorld, ok, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld

beforeEach(async () => {
  world = await startChatWorld()
  await world.add('Alice')
  return async () => world[Symbol.asyncDispose]()
})

const ISSUE = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.test/{id}' }

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const add = async (fields: object = {}, who = world.owner) =>
  who.post('/realm/filters', { ...ISSUE, ...fields })

test.each([[[1]], [[1, 1]], [[1, 2, 2]], [[1, 3]]])('refuse the order %j', async (ids) => {
  ok(await add())
  ok(await add({ pattern: 'x(?P<id>y)' }))
  const answer = await world.owner.patch('/realm/linkifiers', { ordered_linkifier_ids: ids })
  expect(answer).toMatchObject(refused)
})
