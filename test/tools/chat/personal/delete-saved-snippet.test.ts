import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

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
