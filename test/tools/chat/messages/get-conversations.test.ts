import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../../../src/store/port.ts'
import { onPostgres } from '../../../support/both-databases.ts'
import { connectAs } from '../../../support/chat-mcp.ts'
import { ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { seeds } from '../../../support/full.ts'
import { openProtectedChannel } from '../../../support/protected-channel.ts'
import { type Step, steps } from '../../../support/visibility.ts'

/** The rows that somebody is given. */
async function rowsOf(person: Person, fields: object = {}) {
  return ok(await person.get('/conversations', { ...fields }))['conversations'] as Record<
    string,
    unknown
  >[]
}

const namesOf = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ topic, user_ids }) => topic ?? user_ids)

test('lists topics and direct messages, the latest first, with what is unread and who wrote', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  await alice.say('1', { topic: 'Lunch' })
  await bob.say('2', { topic: 'plans' })
  await alice.whisper('3', bob)
  const mention = await bob.say('@**Alice** 4', { topic: 'lunch' })
  const rows = await rowsOf(alice, { filters: ['participated'] })
  expect(rows).toEqual([
    {
      type: 'channel',
      stream_id: 1,
      topic: 'lunch',
      max_message_id: mention,
      timestamp: expect.any(Number),
      sender_ids: [bob.id, alice.id],
      unread_count: 2,
      mention_count: 1,
      bot_unread_count: 0,
      participated: true,
      has_bots: false,
      visibility: 'followed',
    },
    expect.objectContaining({ type: 'direct', user_ids: [bob.id], unread_count: 1 }),
  ])
  expect(namesOf(await rowsOf(alice, { stream_id: 1, filters: ['unread'] }))).toEqual([
    'lunch',
    'plans',
  ])
  expect(namesOf(await rowsOf(bob, { filters: ['unread'], type: 'direct' }))).toEqual([[alice.id]])
})

test('answers in parts, each conversation once', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  for (let index = 0; index < 7; index += 1) await alice.say('x', { topic: `t${index}` })
  const found: unknown[] = []
  let cursor: string | undefined
  do {
    const answer = ok(
      await alice.get('/conversations', { stream_id: 1, limit: 3, ...(cursor ? { cursor } : {}) }),
    )
    found.push(...namesOf(answer['conversations']))
    cursor = answer['cursor']
  } while (cursor !== undefined)
  expect(found.slice(0, 7)).toEqual(['t6', 't5', 't4', 't3', 't2', 't1', 't0'])
  expect(await alice.get('/conversations', { cursor: 'x' })).toMatchObject({ code: 'BAD_REQUEST' })
})

test('finds by words in topic, channel and people, and one by its place', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob Jones')]
  await alice.say('1', { topic: 'Ready for release' })
  await alice.say('2', { topic: 'other' })
  await alice.whisper('3', bob)
  expect(namesOf(await rowsOf(alice, { query: 'RELEASE ready' }))).toEqual(['Ready for release'])
  expect(namesOf(await rowsOf(alice, { query: 'gener other' }))).toEqual(['other'])
  expect(namesOf(await rowsOf(alice, { query: 'jones' }))).toEqual([[bob.id]])
  expect(namesOf(await rowsOf(alice, { stream_id: 1, topic: 'OTHER' }))).toEqual(['other'])
  expect(namesOf(await rowsOf(alice, { user_ids: [bob.id] }))).toEqual([[bob.id]])
  expect(await alice.get('/conversations', { topic: 'x' })).toMatchObject({ code: 'BAD_REQUEST' })
})

test('follows moves, deletions and what is muted', async () => {
  await using world = await startChatWorld()
  const { owner } = world
  const first = await owner.say('1', { topic: 'a' })
  const second = await owner.say('2', { topic: 'a' })
  await owner.say('3', { topic: 'b' })
  ok(
    await owner.patch(`/messages/${second}`, {
      topic: 'c',
      propagate_mode: 'change_one',
      send_notification_to_new_thread: false,
    }),
  )
  const topics = async (fields: object = {}) =>
    (await rowsOf(owner, { stream_id: 1, ...fields })).map(({ topic, max_message_id }) => [
      topic,
      max_message_id,
    ])
  expect((await topics()).slice(0, 3).map(([name]) => name)).toEqual(['b', 'c', 'a'])
  expect(await topics({ topic: 'a' })).toEqual([['a', first]])
  ok(await owner.delete(`/messages/${first}`))
  expect(await topics({ topic: 'a' })).toEqual([])
  ok(await owner.post('/user_topics', { stream_id: 1, topic: 'c', visibility_policy: 1 }))
  expect(await topics({ topic: 'c', filters: ['unmuted'] })).toEqual([])
  expect(await rowsOf(owner, { stream_id: 1, topic: 'c' })).toMatchObject([{ visibility: 'muted' }])
})

test('tells of protected history only what was received, and nothing of channels that one may not read', async () => {
  await using world = await startChatWorld()
  const { alice, bob, admitBob } = await openProtectedChannel(world)
  await alice.say('early', { to: 'den', topic: 'early' })
  await alice.say('before', { to: 'den', topic: 'both' })
  expect(await bob.get('/conversations', { stream_id: 2 })).toMatchObject({ status: 400 })
  expect(namesOf(await rowsOf(bob, { query: 'den' }))).toEqual([])
  await admitBob()
  const late = await alice.say('late', { to: 'den', topic: 'both' })
  expect(await rowsOf(bob, { stream_id: 2 })).toMatchObject([
    { topic: 'both', max_message_id: late, unread_count: 1, sender_ids: [alice.id] },
  ])
  ok(
    await alice.delete('/users/me/subscriptions', { subscriptions: ['den'], principals: [bob.id] }),
  )
  expect(namesOf(await rowsOf(bob, { query: 'den' }))).toEqual([])
})

test('refuses people whom nobody here is, and finds what was said with people who have left', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const id = await alice.whisper('1', bob)
  ok(await world.owner.delete(`/users/${bob.id}`))
  const ask = await connectAs(world, alice)
  for (const user_ids of [[99_999], [bob.id, 99_999]]) {
    expect(await alice.get('/conversations', { user_ids })).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'Invalid user ID 99999',
    })
    expect((await ask('get_conversations', { user_ids })).isError).toBe(true)
  }
  expect(await rowsOf(alice, { user_ids: [bob.id] })).toMatchObject([{ max_message_id: id }])
  const { result } = await ask('get_conversations', { user_ids: ['Bob'] })
  expect(result['conversations']).toMatchObject([{ newest_id: id }])
})

/** What a plain reading of everything that somebody receives says of each place. */
async function readPlaces(person: Person): Promise<Record<string, unknown>[]> {
  const around = { anchor: 'newest', num_before: 1_000, num_after: 0, allow_empty_topic_name: true }
  const messages = ok(await person.get('/messages', around))['messages'].toReversed() as {
    id: number
    stream_id?: number
    subject: string
    sender_id: number
    display_recipient: { id: number }[]
    flags: string[]
  }[]
  const places = Map.groupBy(messages, ({ stream_id, subject, display_recipient }) =>
    stream_id === undefined
      ? display_recipient
          .map(({ id }) => id)
          .toSorted((a, b) => a - b)
          .join()
      : `${stream_id} ${subject.toLowerCase()}`,
  )
  return [...places.values()].map((some) => {
    const unread = some.filter(({ flags }) => !flags.includes('read'))
    const mentions = unread.filter(({ flags }) => flags.some((flag) => flag.endsWith('mentioned')))
    return {
      topic: some[0]?.stream_id === undefined ? undefined : some[0].subject,
      max_message_id: some[0]?.id,
      unread_count: unread.length,
      mention_count: mentions.length,
      participated: some.some(({ sender_id }) => sender_id === person.id),
      sender_ids: [...new Set(some.map(({ sender_id }) => sender_id))].slice(0, 4),
    }
  })
}

/** Lives through a history in which people write, read, move, delete and mark. Returns both readings of everybody. */
async function liveThrough(history: readonly Step[], store?: Store) {
  await using world = await startChatWorld(store ? { store } : {})
  const people = [world.owner, await world.add('Bob'), await world.add('Cyd')]
  ok(
    await world.owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'lab' }],
      principals: people.map(({ id }) => id),
      send_new_subscription_messages: false,
    }),
  )
  const ids: number[] = []
  for (const { what, who, where, how } of history) {
    const person = people[who % people.length] ?? world.owner
    const topic = `topic ${how % 3}`
    const to = where % 2 === 0 ? 'general' : 'lab'
    const id = ids[how % Math.max(1, ids.length)] ?? 0
    if (what % 10 < 4) ids.push(await person.say(how % 4 === 0 ? '@**Bob** x' : 'x', { to, topic }))
    else if (what % 10 === 4) ids.push(await person.whisper('x', people[where % 3] ?? person))
    else if (what % 10 === 5) await world.owner.delete(`/messages/${id}`)
    else if (what % 10 === 6) {
      await world.owner.patch(`/messages/${id}`, {
        topic,
        ...(where % 3 === 0 ? { stream_id: 1 } : {}),
        propagate_mode: ['change_one', 'change_later', 'change_all'][where % 3],
        send_notification_to_new_thread: false,
      })
    } else if (what % 10 === 7) {
      const op = where % 3 === 0 ? 'remove' : 'add'
      await person.post('/messages/flags', {
        messages: ids.slice(how % 5, how % 9),
        op,
        flag: 'read',
      })
    } else if (what % 10 === 8)
      await person.post('/mark_topic_as_read', { stream_id: 1, topic_name: topic })
    else await person.post('/mark_all_as_read')
  }
  const readings = []
  for (const person of people) {
    const [plain, listed] = [await readPlaces(person), await rowsOf(person, { limit: 200 })]
    const unread = await rowsOf(person, { limit: 200, filters: ['unread'] })
    readings.push({
      plain,
      listed,
      unread,
      expected: plain.filter((one) => Number(one['unread_count']) > 0),
    })
  }
  return readings
}

async function compare(history: readonly Step[], store?: Store): Promise<void> {
  for (const { plain, listed, unread, expected } of await liveThrough(history, store)) {
    expect(listed.map(factsOf)).toEqual(plain)
    expect(unread.map(factsOf)).toEqual(expected)
  }
}

function factsOf(row: Record<string, unknown>) {
  const { topic, max_message_id, unread_count, mention_count, participated, sender_ids } = row
  return { topic, max_message_id, unread_count, mention_count, participated, sender_ids }
}

test('says what reading everything says', async () => {
  await fc.assert(
    fc.asyncProperty(steps({ minLength: 20, maxLength: 60 }), async (history) => compare(history)),
    { numRuns: seeds(2, 60) },
  )
})

await onPostgres(({ open, newLocation }) => {
  test('says what reading everything says', async () => {
    await fc.assert(
      fc.asyncProperty(steps({ minLength: 20, maxLength: 60 }), async (history) =>
        compare(history, await open(newLocation())),
      ),
      { numRuns: 8 },
    )
  })
})
