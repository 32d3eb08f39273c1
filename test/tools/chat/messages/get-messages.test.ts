import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { idsOf, NEWEST_ANCHOR as NEWEST } from '../../../support/fetching.ts'

async function talk(count: number): Promise<{ world: ChatWorld; alice: Person; ids: number[] }> {
  const world = await startChatWorld()
  const alice = await world.add('Alice')
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) {
    ids.push(await world.owner.say(`message ${n}`))
    world.pass(3_600)
  }
  return { world, alice, ids }
}

describe('around an anchor', () => {
  let world: ChatWorld
  let alice: Person
  let ids: number[]
  beforeAll(async () => {
    ;({ world, alice, ids } = await talk(6))
    return async () => world[Symbol.asyncDispose]()
  })
  const around = async (fields: object) =>
    alice.get('/messages', { num_before: 0, num_after: 0, ...fields })

  test('takes an id, and that many messages on each side', async () => {
    verifies('chat:4.2:get:anchor', 'chat:4.2:get:num_before', 'chat:4.2:get:num_after')
    verifies('chat:4.2:get:sorted', 'chat:4.2:get:response:anchor')
    verifies('chat:4.2:get:response:messages', 'chat:4.2:get:response:found_anchor')
    const answer = ok(await around({ anchor: ids[2], num_before: 1, num_after: 2 }))
    expect(idsOf(answer)).toEqual(ids.slice(1, 5))
    expect(answer).toMatchObject({
      anchor: ids[2],
      found_anchor: true,
      found_oldest: false,
      found_newest: false,
      history_limited: false,
    })
  })

  test('takes the ends of history', async () => {
    verifies('chat:4.2:get:response:found_newest', 'chat:4.2:get:response:found_oldest')
    verifies('chat:4.2:get:response:history_limited')
    const newest = ok(await around({ anchor: 'newest', num_before: 2, num_after: 3 }))
    expect(idsOf(newest)).toEqual(ids.slice(-2))
    expect(newest).toMatchObject({ anchor: NEWEST, found_newest: true, found_oldest: false })
    const oldest = ok(await around({ anchor: 'oldest', num_before: 3, num_after: 2 }))
    expect(idsOf(oldest)).toEqual(ids.slice(0, 2))
    const ends = { anchor: 0, found_oldest: true, found_newest: false, history_limited: false }
    expect(oldest).toMatchObject(ends)
    const whole = ok(await around({ anchor: ids[3], num_before: 9, num_after: 9 }))
    expect(whole).toMatchObject({ found_oldest: true, found_newest: true })
    expect(ok(await around({ anchor: -5, num_after: 1 }))['anchor']).toBe(0)
    expect(ok(await around({ anchor: '9'.repeat(30) }))['anchor']).toBe(NEWEST)
  })

  test('takes the first unread message, and the end where all is read', async () => {
    verifies('chat:4.2:get:use_first_unread_anchor', 'chat:4.2:get:use_first_unread_anchor:default')
    const read = { messages: ids.slice(0, 2), op: 'add', flag: 'read' }
    ok(await alice.post('/messages/flags', read))
    const answer = ok(await around({ anchor: 'first_unread', num_before: 1, num_after: 1 }))
    expect(answer).toMatchObject({ anchor: ids[2], found_anchor: true })
    expect(idsOf(answer)).toEqual(ids.slice(1, 4))
    // As older clients ask, who fill the anchor with 0.
    const old = { anchor: 0, use_first_unread_anchor: true, num_after: 1 }
    expect(ok(await around(old))['anchor']).toBe(ids[2])
    const off = { anchor: 0, use_first_unread_anchor: false, num_after: 1 }
    expect(ok(await around(off))['anchor']).toBe(0)
    const both = { anchor: 'newest', use_first_unread_anchor: true }
    expect(await around(both)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    const bob = await world.add('Bob')
    const none = ok(await bob.get('/messages', { ...old, num_before: 3 }))
    expect(none).toMatchObject({ anchor: NEWEST, found_newest: true })
  })

  test('takes a date, whose day and times without a zone are of UTC', async () => {
    verifies('chat:4.2:get:anchor_date:date', 'chat:4.2:get:anchor_date:datetime')
    verifies('chat:9:445')
    // The world begins on 2026-01-02 at 03:04 and says something every hour.
    const at = async (anchor_date: string) => {
      const answer = ok(await around({ anchor: 'date', anchor_date }))
      return ids.indexOf(answer['anchor'])
    }
    expect(await at('2026-01-02')).toBe(0)
    expect(await at('2026-01-02T04:00:00')).toBe(1)
    expect(await at('2026-01-02T04:00:00Z')).toBe(1)
    expect(await at('2026-01-02T04:04:05.678')).toBe(1)
    expect(await at('2026-01-02T04:04:05.679')).toBe(2)
    expect(await at('2026-01-02T06:30:00+02:00')).toBe(2)
    const late = ok(await around({ anchor: 'date', anchor_date: '2026-01-03' }))
    expect(late['anchor']).toBe(NEWEST)
    for (const anchor_date of [undefined, 'yesterday', '2026-02-30', '2026-01-02T25:00', '2026']) {
      expect(await around({ anchor: 'date', anchor_date })).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
      })
    }
  })

  test('leaves the anchor out at an end only', async () => {
    verifies('chat:4.2:get:include_anchor', 'chat:4.2:get:include_anchor:default')
    const [anchor, include_anchor] = [ids[2], false]
    expect(idsOf(await around({ anchor, include_anchor, num_after: 2 }))).toEqual(ids.slice(3, 5))
    expect(idsOf(await around({ anchor, include_anchor, num_before: 1 }))).toEqual(ids.slice(1, 2))
    expect(idsOf(await around({ anchor }))).toEqual([anchor])
    const both = { anchor, include_anchor, num_before: 1, num_after: 1 }
    expect(await around(both)).toMatchObject({
      status: 400,
      msg: 'The anchor can only be excluded at an end of the range',
    })
  })

  test('refuses what is missing, no anchor, or too much', async () => {
    verifies('chat:8:fetch')
    expect(await around({})).toMatchObject({ status: 400, msg: "Missing 'anchor' argument." })
    expect(await around({ anchor: 'later' })).toMatchObject({ status: 400, msg: 'Invalid anchor' })
    expect(await around({ anchor: 1, num_before: -1 })).toMatchObject({ status: 400 })
    for (const missing of ['num_before', 'num_after']) {
      expect(await around({ anchor: 1, [missing]: undefined })).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
        msg: `Missing '${missing}' argument`,
      })
    }
    ok(await around({ anchor: 'newest', num_before: 2_500, num_after: 2_500 }))
    const excess = { anchor: 'newest', num_before: 2_500, num_after: 2_501 }
    expect(await around(excess)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'Too many messages requested (maximum 5000).',
    })
  })
})

test('fetches certain messages, of which only what is there, readable and fitting comes', async () => {
  verifies('chat:4.2:get:message_ids', 'chat:4.2:get:message_ids:exclusive', 'chat:9:300')
  const { world, alice, ids } = await talk(3)
  await using _ = world
  const secret = await world.owner.whisper('psst', await world.add('Bob'))
  const requestedIds = [...ids.toReversed(), secret, 999]
  // History that she may read without having received it.
  ok(await world.owner.post('/channels/create', { name: 'open', subscribers: [world.owner.id] }))
  ids.push(await world.owner.say('1', { to: 'open' }))
  requestedIds.push(...ids.slice(-1))
  const answer = ok(await alice.get('/messages', { message_ids: requestedIds }))
  expect(idsOf(answer)).toEqual(ids)
  expect(answer).not.toHaveProperty('anchor')
  expect(answer).toMatchObject({ found_anchor: false, found_newest: false, found_oldest: false })
  const narrow = [['search', '1']]
  expect(idsOf(await alice.get('/messages', { message_ids: ids, narrow }))).toEqual([
    ids[1],
    ids[3],
  ])
  const unread = { message_ids: ids, narrow: [['is', 'unread']] }
  expect(idsOf(await alice.get('/messages', unread))).toEqual(ids.slice(0, 3))
  for (const [name, value] of Object.entries({
    anchor: '1',
    include_anchor: true,
    use_first_unread_anchor: false,
    num_before: 0,
    num_after: 0,
  })) {
    const answered = await alice.get('/messages', { message_ids: ids, [name]: value })
    expect(answered, name).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  }
  const many = Array.from({ length: 5_001 }, (_value, index) => index + 1)
  expect(await alice.get('/messages', { message_ids: many })).toMatchObject({ status: 400 })
})

test('answers messages in the form that the client wants', async () => {
  verifies('chat:4.2:get:apply_markdown', 'chat:4.2:get:apply_markdown:default')
  verifies('chat:4.2:get:client_extavatar', 'chat:4.2:get:client_extavatar:default')
  verifies('chat:4.2:get:allow_empty_topic_name', 'chat:4.2:get:allow_empty_topic_name:default')
  verifies('chat:9:334')
  await using world = await startChatWorld({ usesGravatar: true })
  await world.owner.say('a < b', { topic: '' })
  const get = async (fields: object = {}) => {
    const answer = await world.owner.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      ...fields,
    })
    return ok(answer)['messages'][0]
  }
  expect(await get()).toMatchObject({
    content: '<p>a &lt; b</p>',
    content_type: 'text/html',
    subject: 'general chat',
    avatar_url: null,
    flags: [],
  })
  const form = { apply_markdown: false, client_gravatar: false, allow_empty_topic_name: true }
  expect(await get(form)).toMatchObject({
    content: 'a < b',
    content_type: 'text/x-markdown',
    subject: '',
    avatar_url: expect.stringMatching(/^https:/),
  })
})
