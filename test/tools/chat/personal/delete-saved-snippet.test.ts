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

const addSnippet = async (fields: object = {}) =>
  alice.post('/saved_snippets', { title: 'Thanks', content: '*Thank you!*', ...fields })

const snippets = async (who = alice) => ok(await who.get('/saved_snippets'))['saved_snippets']

test('deletes a snippet of the caller', async () => {
  ok(await addSnippet())
  const queue = await alice.register()
  expect(await bob.delete('/saved_snippets/1')).toMatchObject(absent)
  ok(await alice.delete('/saved_snippets/1'))
  expect(await alice.events(queue)).toMatchObject([
    { type: 'saved_snippets', op: 'remove', saved_snippet_id: 1 },
  ])
  expect(await snippets()).toEqual([])
  expect(await alice.delete('/saved_snippets/1')).toMatchObject(absent)
})
