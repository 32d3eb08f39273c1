import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitForEvents } from '../../../../src/chat/agent/wait.ts'
import { followEvents } from '../../../../src/chat/events/follow-events.ts'
import { AGENT_EVENTS_MAX_CHARS } from '../../../../src/chat/events/limits.ts'
import type { Actor } from '../../../../src/chat/kernel/types.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let ada: Person
let bob: Person
let actor: Actor

beforeAll(async () => {
  world = await startChatWorld()
  ada = await world.add('Ada')
  bob = await world.add('Bob')
  actor = { user: ada.user, client: 'test' }
})
afterAll(async () => world[Symbol.asyncDispose]())

async function wait(cursor?: string, seconds = 0, signal = new AbortController().signal) {
  return waitForEvents(followEvents(world.chat, actor), {
    cursor,
    seconds,
    signal,
    progress: () => {},
  })
}

test('is a route too', async () => {
  const answer = ok(await ada.get('/events/wait', { seconds: 0 }))
  expect(answer).toMatchObject({ events: [], missed: false })
  expect(await world.anybody.get('/events/wait')).toMatchObject({ status: 401 })
  expect(await ada.get('/events/wait', { seconds: 51 })).toMatchObject({ status: 400 })
})

test('answers what others did since the cursor, and nothing of what the caller did', async () => {
  const { cursor } = await wait()
  await ada.say('mine')
  const id = await bob.say('bob’s \u{E0041}text')
  ok(await ada.post(`/messages/${id}/reactions`, { emoji_name: 'eyes' }))
  ok(await bob.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  ok(await bob.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  ok(await bob.patch(`/messages/${id}`, { content: 'new' }))
  const first = await wait(cursor)
  expect(first.events).toMatchObject([
    { kind: 'message', message: { id, sender: 'Bob', content: 'bob’s text', flags: ['unread'] } },
    { kind: 'reaction', message_ids: [id], emoji: '+tada', by: 'Bob' },
    { kind: 'reaction', message_ids: [id], emoji: '-tada', by: 'Bob' },
    { kind: 'edited', message_ids: [id], by: 'Bob', message: { content: 'new' } },
  ])
  const kindsOf = ({ events }: typeof first) =>
    events.map(({ kind, message_ids }) => [kind, message_ids])
  expect(kindsOf(await wait(cursor))).toEqual(kindsOf(first))
  expect((await wait(first.cursor)).events).toEqual([])
})

test("keeps waiting through the caller's own changes", async () => {
  const { cursor } = await wait()
  const waiting = wait(cursor, 20)
  await ada.say('mine')
  const id = await bob.say('now')
  expect((await waiting).events).toMatchObject([{ kind: 'message', message_ids: [id] }])
})

test('hears nothing of a channel that the agent is not in', async () => {
  ok(await bob.post('/users/me/subscriptions', { subscriptions: [{ name: 'elsewhere' }] }))
  const { cursor } = await wait()
  await bob.say('far', { to: 'elsewhere' })
  const id = await bob.say('near')
  expect((await wait(cursor)).events).toMatchObject([{ message_ids: [id] }])
})

test('marks made at once by an account without a queue share one', async () => {
  const eager = await world.add('Eager')
  const feed = followEvents(world.chat, { user: eager.user, client: 'test' })
  const marks = await Promise.all(Array.from({ length: 30 }, async () => feed.mark()))
  expect(new Set(marks.map((mark) => mark.split(':')[0])).size).toBe(1)
})

test('two waits on a cursor both hear what happens', async () => {
  const { cursor } = await wait()
  const both = Promise.all([wait(cursor, 20), wait(cursor, 20)])
  const id = await bob.say('to all')
  const heard = { events: [{ message_ids: [id] }] }
  expect(await both).toMatchObject([heard, heard])
})

test('begins where the account last looked, not now, and leaves out what it has read since', async () => {
  const fresh = await world.add('Fresh')
  const ask = async (cursor?: string, peek = false) =>
    waitForEvents(followEvents(world.chat, { user: fresh.user, client: 'test' }), {
      cursor,
      seconds: 0,
      peek,
      signal: new AbortController().signal,
      progress: () => {},
    })
  await ask()
  const [read, unread] = [await bob.say('read elsewhere'), await bob.say('not yet')]
  ok(await fresh.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }))
  const peeked = await ask(undefined, true)
  expect(peeked.events.map(({ message_ids }) => message_ids)).toEqual([[unread]])
  const again = await ask(peeked.cursor)
  expect(again.events).toEqual([])
  expect((await ask()).events).toEqual([])
  const later = await bob.say('later')
  expect((await ask()).events).toMatchObject([{ message_ids: [later] }])
})

test('marks what it tells as read, unless it only peeks', async () => {
  const { cursor } = await wait()
  const id = await bob.say('new')
  const isRead = async () => {
    const { messages } = ok(await ada.get('/messages', { message_ids: [id] }))
    return (messages as { flags: string[] }[])[0]?.flags.includes('read')
  }
  const peeked = await waitForEvents(followEvents(world.chat, actor), {
    cursor,
    seconds: 0,
    peek: true,
    signal: new AbortController().signal,
    progress: () => {},
  })
  expect([peeked.events.length, await isRead()]).toEqual([1, false])
  await wait(cursor)
  expect(await isRead()).toBe(true)
})

test('a mark hears what comes of what is done after it, also where nobody waited before', async () => {
  const late = await world.add('Late')
  const feed = followEvents(world.chat, { user: late.user, client: 'test' })
  const before = await bob.say('before')
  const mark = await feed.mark()
  const id = await bob.say('at once')
  const heard = await feed.next(mark, { maxMs: 0, signal: new AbortController().signal })
  expect(JSON.stringify(heard.events)).toContain(`"id":${id}`)
  expect(JSON.stringify(heard.events)).not.toContain(`"id":${before},`)
  const again = await feed.mark()
  expect(again.split(':')[0]).toBe(mark.split(':')[0])
  const waited = await waitForEvents(feed, {
    cursor: undefined,
    seconds: 0,
    signal: new AbortController().signal,
    progress: () => {},
  })
  expect(waited.events).toMatchObject([{ message_ids: [id] }])
})

test('a cursor that nobody used for an hour begins anew, and says so', async () => {
  const { cursor } = await wait()
  world.pass(3_601)
  const late = await wait(cursor, 20)
  expect(late).toMatchObject({ events: [], missed: true })
  expect(late.cursor).not.toBe(cursor)
})

test('ends when it is cancelled', async () => {
  const stop = new AbortController()
  const waiting = wait(undefined, 20, stop.signal)
  setImmediate(() => stop.abort())
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
})

test('an agent that never passes its cursor on does not pile up queues', async () => {
  const lonely = await world.add('Lonely')
  const signal = new AbortController().signal
  const begin = async (cursor?: string) =>
    waitForEvents(followEvents(world.chat, { user: lonely.user, client: 'test' }), {
      cursor,
      seconds: 0,
      signal,
      progress: () => {},
    })
  const kept = await lonely.register({ event_types: ['message'] })
  const first = await begin()
  const cursors: string[] = []
  for (let n = 0; n < 20; n += 1) {
    world.pass(1)
    cursors.push((await begin()).cursor)
  }
  const { count } = await world.chat.store.db
    .selectFrom('chat_queue')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', lonely.id)
    .executeTakeFirstOrThrow()
  expect(count).toBe(21)
  expect((await begin(cursors[0])).missed).toBe(false)
  expect((await begin(first.cursor)).missed).toBe(true)
  expect(await lonely.events(kept)).toEqual([])
})

test('ends an answer where it gets too large for one result, and goes on there', async () => {
  const { cursor } = await wait()
  const ids: number[] = []
  for (let n = 0; n < 30; n += 1) ids.push(await bob.say('y'.repeat(9_000)))
  const heard: number[] = []
  let next = cursor
  for (let tries = 0; heard.length < ids.length && tries < 10; tries += 1) {
    const part = await wait(next)
    expect(part.events.length).toBeLessThan(20)
    expect(JSON.stringify(part).length).toBeLessThan(AGENT_EVENTS_MAX_CHARS + 50_000)
    heard.push(...part.events.flatMap(({ message_ids }) => message_ids))
    next = part.cursor
  }
  expect(heard).toEqual(ids)
})

test('tells of edits without the texts that do not fit', async () => {
  const ids: number[] = []
  for (let n = 0; n < 30; n += 1) ids.push(await bob.say('short'))
  const { cursor } = await wait()
  for (const id of ids) ok(await bob.patch(`/messages/${id}`, { content: 'new' }))
  await world.chat.store.write(async (tx) =>
    tx
      .updateTable('chat_message')
      .set({ content: 'z'.repeat(10_000) })
      .where('id', 'in', ids)
      .execute(),
  )
  const { events } = await wait(cursor)
  expect(events.map(({ message_ids }) => message_ids)).toEqual(ids.map((id) => [id]))
  expect(events[0]?.message?.content).toHaveLength(10_000)
  expect(JSON.stringify(events).length).toBeLessThan(AGENT_EVENTS_MAX_CHARS + 50_000)
})
