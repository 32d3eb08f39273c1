import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('removes words in any case and leaves those of others', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const words = { alert_words: ['A', 'b'] }
  ok(await world.owner.post('/users/me/alert_words', words))
  ok(await alice.post('/users/me/alert_words', words))
  const answer = ok(await alice.delete('/users/me/alert_words', { alert_words: ['a', 'c'] }))
  expect(answer['alert_words']).toEqual(['b'])
  expect(ok(await world.owner.get('/users/me/alert_words'))['alert_words']).toEqual(['A', 'b'])
})
