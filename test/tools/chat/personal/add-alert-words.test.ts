import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('alert words are kept in any case and mark messages', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const queue = await alice.register()
  expect(queue['alert_words']).toEqual([])
  const add = async (...alert_words: string[]) =>
    ok(await alice.post('/users/me/alert_words', { alert_words }))['alert_words']
  expect(await add('Lunch', ' coffee break ')).toEqual(['coffee break', 'Lunch'])
  expect(await add('LUNCH')).toEqual(['coffee break', 'Lunch'])
  expect(ok(await bob.get('/users/me/alert_words'))['alert_words']).toEqual([])
  const id = await bob.say('is it lunch yet?')
  const events = await alice.events(queue)
  expect(events[0]).toMatchObject({ type: 'alert_words', alert_words: ['coffee break', 'Lunch'] })
  expect(events.at(-1)).toMatchObject({ type: 'message', flags: ['has_alert_word'] })
  expect(ok(await bob.get(`/messages/${id}`))['message'].flags).not.toContain('has_alert_word')
  const gone = ok(await alice.delete('/users/me/alert_words', { alert_words: ['lunch'] }))
  expect(gone['alert_words']).toEqual(['coffee break'])
  expect(ok(await alice.get('/users/me/alert_words'))['alert_words']).toEqual(['coffee break'])
  expect((await alice.register())['alert_words']).toEqual(['coffee break'])
  await bob.say('lunch')
  expect((await alice.events(queue)).at(-1)).toMatchObject({ type: 'message', flags: [] })
})

test.each([
  ['a long one', ['x'.repeat(101)], 'alert_words is too long (limit: 100 characters)'],
  ['none', [' '], 'alert_words must not be empty'],
  ['too many', Array.from({ length: 201 }, (_, at) => `w${at}`), 'Too many alert words.'],
])('alert words: %s is refused', async (_, alert_words, msg) => {
  await using world = await startChatWorld()
  const answer = await world.owner.post('/users/me/alert_words', { alert_words })
  expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg })
})

test('alert words are limited over several calls', async () => {
  await using world = await startChatWorld()
  const words = (from: number, count: number) => ({
    alert_words: Array.from({ length: count }, (_, at) => `w${from + at}`),
  })
  ok(await world.owner.post('/users/me/alert_words', words(0, 200)))
  expect(await world.owner.post('/users/me/alert_words', words(200, 1))).toMatchObject({
    msg: 'Too many alert words.',
  })
  expect(ok(await world.owner.get('/users/me/alert_words'))['alert_words']).toHaveLength(200)
})
