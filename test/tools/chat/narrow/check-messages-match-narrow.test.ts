import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('tells which messages match, and how, as the fetch does', async () => {
  verifies('chat:4.2:matches:msg_ids', 'chat:4.2:matches:narrow', 'chat:4.2:matches:messages')
  verifies('chat:4.2:matches:match_content', 'chat:4.2:matches:match_subject')
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const a = await alice.say('good news', { topic: 'pens & ink' })
  const b = await alice.say('bad', { topic: '' })
  const secret = await alice.whisper('news', world.owner)
  ok(await alice.post('/channels/create', { name: 'side', subscribers: [alice.id] }))
  const aside = await alice.say('news', { to: 'side' })
  const msg_ids = [b, a, secret, aside, 999]
  const match = async (narrow: unknown) => {
    const answer = await bob.get('/messages/matches_narrow', { msg_ids, narrow })
    return ok(answer)['messages'] as unknown
  }
  expect(await match([['search', 'news']])).toEqual({
    [a]: {
      match_content: '<p>good <span class="highlight">news</span></p>',
      match_subject: 'pens &amp; ink',
    },
  })
  expect(await match([])).toEqual({
    [a]: { match_content: '<p>good news</p>', match_subject: 'pens &amp; ink' },
    [b]: { match_content: '<p>bad</p>', match_subject: 'general chat' },
  })
  // Never received, although its history is open.
  expect(await match([['channel', 'side']])).toEqual({})
})

test('refuses what is missing or wrong, and callers without an account', async () => {
  await using world = await startChatWorld()
  const ask = async (fields: object) => world.owner.get('/messages/matches_narrow', { ...fields })
  expect(await ask({ narrow: [] })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect(await ask({ msg_ids: [1] })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect(await ask({ msg_ids: [1], narrow: [['is', 'x']] })).toMatchObject({ code: 'BAD_NARROW' })
  const many = Array.from({ length: 5_001 }, (_, index) => index + 1)
  expect(await ask({ msg_ids: many, narrow: [] })).toMatchObject({ status: 400 })
  const web = { msg_ids: [1], narrow: [['channels', 'web-public']] }
  expect(await world.anybody.get('/messages/matches_narrow', web)).toMatchObject({ status: 401 })
})
