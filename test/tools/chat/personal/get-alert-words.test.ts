import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('lists the words of the caller only', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  ok(await world.owner.post('/users/me/alert_words', { alert_words: ['b', 'a'] }))
  expect(ok(await world.owner.get('/users/me/alert_words'))['alert_words']).toEqual(['a', 'b'])
  expect(ok(await alice.get('/users/me/alert_words'))['alert_words']).toEqual([])
})
