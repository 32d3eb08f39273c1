import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('changes a flag of the messages of a narrow, part by part', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const ids: number[] = []
  for (let n = 0; n < 5; n += 1)
    ids.push(await world.owner.say('x', { topic: n === 2 ? 'u' : 't' }))
  const change = async (fields: object) =>
    alice.post('/messages/flags/narrow', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 2,
      narrow: [['topic', 't']],
      op: 'add',
      flag: 'read',
      ...fields,
    })
  expect(ok(await change({}))).toMatchObject({
    processed_count: 2,
    updated_count: 2,
    first_processed_id: ids[0],
    last_processed_id: ids[1],
    found_oldest: true,
    found_newest: false,
    ignored_because_not_subscribed_channels: [],
  })
  const next = { anchor: ids[1], include_anchor: false }
  expect(ok(await change({ ...next, num_after: 5 }))).toMatchObject({
    processed_count: 2,
    first_processed_id: ids[3],
    found_newest: true,
  })
  expect(ok(await change({ num_after: 5 }))).toMatchObject({ processed_count: 4, updated_count: 0 })
  const unread = { narrow: [['is', 'unread']], anchor: 'oldest', num_before: 0, num_after: 9 }
  const left = ok(await alice.get('/messages', unread))['messages'] as { id: number }[]
  expect(left.map(({ id }) => id)).toEqual([ids[2]])
  expect(ok(await change({ narrow: [['topic', 'none']] }))).toMatchObject({
    processed_count: 0,
    first_processed_id: null,
    last_processed_id: null,
  })
  // Wider than one fetch may be: what lies far from the anchor is left for the next call.
  ok(await change({ num_before: 9_000, num_after: 9_000 }))
})

test('refuses an unknown flag, a bad narrow and messages of others', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const secret = await alice.whisper('psst', world.owner)
  const change = async (fields: object) =>
    bob.post('/messages/flags/narrow', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 9,
      narrow: [],
      op: 'add',
      flag: 'starred',
      ...fields,
    })
  expect(await change({ flag: 'shiny' })).toMatchObject({ status: 400 })
  expect(await change({ narrow: [['is', 'x']] })).toMatchObject({ code: 'BAD_NARROW' })
  expect(await change({ anchor: 'later' })).toMatchObject({ status: 400, msg: 'Invalid anchor' })
  const one = { narrow: [{ operator: 'id', operand: secret }] }
  expect(ok(await change(one))).toMatchObject({ processed_count: 0 })
})
