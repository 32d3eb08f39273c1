import { expect, test } from 'vitest'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const absent = { status: 404, result: 'error', code: 'NOT_FOUND' }

const addSnippet = async (fields: object = {}) =>
  alice.post('/saved_snippets', { title: 'Thanks', content: '*Thank you!*', ...fields })

const snippets = async (who = alice) => ok(await who.get('/saved_snippets'))['saved_snippets']

test('changes title and text', async () => {
  ok(await addSnippet())
  const queue = await alice.register()
  ok(await alice.patch('/saved_snippets/1', { title: 'Dank' }))
  ok(await alice.patch('/saved_snippets/1', { content: 'Danke' }))
  const changed = { id: 1, title: 'Dank', content: 'Danke' }
  expect(await snippets()).toMatchObject([changed])
  expect((await alice.events(queue)).at(-1)).toMatchObject({
    type: 'saved_snippets',
    op: 'update',
    saved_snippet: changed,
  })
  expect(await alice.patch('/saved_snippets/1')).toMatchObject({
    ...refused,
    msg: 'No new data is supplied',
  })
  expect(await bob.patch('/saved_snippets/1', { title: 'x' })).toMatchObject(absent)
  expect(await alice.patch('/saved_snippets/1', { title: '' })).toMatchObject(refused)
})
