import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, startChatForEach } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const addSnippet = async (fields: object = {}) =>
  alice.post('/saved_snippets', { title: 'Thanks', content: '*Thank you!*', ...fields })

const snippets = async (who = alice) => ok(await who.get('/saved_snippets'))['saved_snippets']

test('lists the snippets of the caller only', async () => {
  verifies('chat:2.10:snippet', 'chat:9:297')
  ok(await addSnippet())
  const snippet = { id: 1, title: 'Thanks', content: '*Thank you!*', date_created: 1_767_323_045 }
  expect(await snippets()).toEqual([snippet])
  expect((await alice.register())['saved_snippets']).toEqual([snippet])
  expect(await snippets(bob)).toEqual([])
})
