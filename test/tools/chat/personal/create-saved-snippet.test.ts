import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const addSnippet = async (fields: object = {}) =>
  alice.post('/saved_snippets', { title: 'Thanks', content: '*Thank you!*', ...fields })

test('saves a text and tells the other clients of the caller', async () => {
  const [own, others] = [await alice.register(), await bob.register()]
  expect(ok(await addSnippet({ title: ' Thanks ' }))['saved_snippet_id']).toBe(1)
  expect(await alice.events(own)).toMatchObject([
    { type: 'saved_snippets', op: 'add', saved_snippet: { id: 1, title: 'Thanks' } },
  ])
  expect(await bob.events(others)).toEqual([])
})

test.each([
  ['no title', { title: ' ' }, 'Title cannot be empty.'],
  ['a long title', { title: 'x'.repeat(61) }, 'title is too long (limit: 60 characters)'],
  ['no text', { content: '' }, 'Content cannot be empty.'],
  ['a null byte', { content: 'a\0b' }, 'Argument "content" must not contain null bytes.'],
  ['a long text', { content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
])('refuses %s', async (_, fields, msg) => {
  expect(await addSnippet(fields)).toMatchObject({ ...refused, msg })
})
