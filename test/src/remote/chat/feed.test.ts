import { describe, expect, test } from 'vitest'
import { type Wait, waitForEvents } from '../../../../src/chat/agent/wait.ts'
import { startQueue, until } from '../../../support/odd-chat-queue.ts'
import {
  type OddChatServer,
  openAt,
  refusal,
  startOddChatServer,
} from '../../../support/odd-chat-server.ts'

function waitAt(odd: OddChatServer) {
  const opened = openAt(odd.url)
  const wait = async (options: Partial<Wait> = {}) =>
    waitForEvents(opened.actor.server.events, {
      cursor: undefined,
      seconds: 0,
      signal: new AbortController().signal,
      progress: () => {},
      ...options,
    })
  return { opened, wait }
}

const contents = ({ events }: { events: { message?: { content: string } }[] }) =>
  events.map(({ message }) => message?.content)

describe('one queue for all who wait', () => {
  test('is registered by the first wait, polled while anybody waits, and deleted at the end', async () => {
    const queue = startQueue()
    await using odd = await startOddChatServer(queue.routes)
    const { opened, wait } = waitAt(odd)
    expect(odd.requests).toEqual([])
    const { cursor } = await wait()
    expect(odd.count('POST /register')).toBe(1)
    expect(odd.count('GET /events')).toBe(0)
    const waits = Array.from({ length: 5 }, async () => wait({ cursor, seconds: 20 }))
    await until(() => queue.open() === 1)
    queue.say('hello')
    for (const waited of await Promise.all(waits)) expect(contents(waited)).toEqual(['hello'])
    expect(odd.count('POST /register')).toBe(1)
    expect(odd.count('GET /events')).toBeLessThanOrEqual(2)
    await until(() => queue.open() === 0)
    await opened.close()
    expect(odd.requests.at(-1)).toMatchObject({ method: 'DELETE', fields: { queue_id: 'q' } })
  })

  test('each goes on from a cursor of its own', async () => {
    const queue = startQueue()
    await using odd = await startOddChatServer(queue.routes)
    const { wait } = waitAt(odd)
    const { cursor } = await wait()
    queue.say('a')
    const first = await wait({ cursor })
    queue.say('b')
    expect(contents(await wait({ cursor }))).toEqual(['a'])
    expect(contents(await wait({ cursor: first.cursor }))).toEqual(['b'])
    expect(contents(await wait({ cursor }))).toEqual(['a', 'b'])
    expect(await wait({ cursor })).toMatchObject({ missed: false })
  })

  test('who gives no cursor hears what happened since the account last looked', async () => {
    const queue = startQueue()
    await using odd = await startOddChatServer(queue.routes)
    const { wait } = waitAt(odd)
    await wait()
    queue.say('old')
    const heard = await wait()
    expect(contents(heard)).toEqual(['old'])
    expect(contents(await wait())).toEqual([])
    queue.say('new')
    expect(contents(await wait({ cursor: heard.cursor }))).toEqual(['new'])
    expect(contents(await wait())).toEqual([])
  })

  test('what the account itself did is no news, nor is a heartbeat', async () => {
    const queue = startQueue()
    await using odd = await startOddChatServer(queue.routes)
    const { wait } = waitAt(odd)
    const { cursor } = await wait()
    const waiting = wait({ cursor, seconds: 20 })
    await until(() => queue.open() === 1)
    queue.add({ type: 'heartbeat' })
    queue.add({ type: 'reaction', op: 'add', user_id: 7, message_id: 1, emoji_name: 'x' })
    queue.add({ type: 'reaction', op: 'add', user_id: 8, message_id: 1, emoji_name: 'tada' })
    expect((await waiting).events).toEqual([
      { kind: 'reaction', message_ids: [1], emoji: '+tada', by: 'Bob' },
    ])
  })

  test('an event in no known shape is passed over, and so is what it hides among', async () => {
    const queue = startQueue()
    await using odd = await startOddChatServer({
      ...queue.routes,
      'GET /messages': () => ({ messages: [{ id: 'x' }, { id: 3 }] }),
    })
    const { wait } = waitAt(odd)
    const { cursor } = await wait()
    queue.add({ type: 'message', message: null })
    queue.add({ type: 'message', message: 'x', flags: 7 })
    queue.add({ type: 'update_message', message_id: 3, message_ids: 'all', user_id: 8 })
    queue.add({ type: 'delete_message' })
    queue.add({ type: 'reaction', op: 'add', user_id: 8, message_id: {} })
    queue.add({ type: 'constructor' })
    queue.add({ type: 'update_message', message_id: 3, message_ids: [3], user_id: 8 })
    queue.say('a')
    queue.say('b', 9, { timestamp: 1e15 })
    const { events } = await wait({ cursor })
    expect(events).toMatchObject([
      { kind: 'edited', message_ids: [3], by: 'Bob' },
      { kind: 'message', message: { content: 'a' } },
    ])
    expect(events[0]).not.toHaveProperty('message')
  })

  test('a cursor of another process begins anew and says so; what is none is refused', async () => {
    const queue = startQueue()
    await using odd = await startOddChatServer(queue.routes)
    const { cursor } = await waitAt(odd).wait()
    const { wait } = waitAt(odd)
    queue.say('x')
    const waited = await wait({ cursor, seconds: 20 })
    expect(waited).toMatchObject({ events: [], missed: true })
    await expect(wait({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('whoever is too far behind is told', async () => {
    const queue = startQueue()
    await using odd = await startOddChatServer(queue.routes)
    const { wait } = waitAt(odd)
    const { cursor } = await wait()
    for (let n = 0; n < 2_010; n++) queue.say(`${n}`)
    const waited = await wait({ cursor })
    expect(waited.missed).toBe(true)
    expect(waited.events).toHaveLength(2_000)
    expect(waited.events.at(-1)?.message?.content).toBe('2009')
  })

  test('long events are kept in small numbers', async () => {
    const queue = startQueue()
    await using odd = await startOddChatServer(queue.routes)
    const { wait } = waitAt(odd)
    const { cursor } = await wait()
    for (let n = 0; n < 12; n++) queue.say('x'.repeat(1024 * 1024))
    const waited = await wait({ cursor })
    expect(waited.missed).toBe(true)
    expect(waited.events).toHaveLength(7)
  })
})

describe('a server that fails', () => {
  test('ends the queue: another one is registered, and those who were behind are told', async () => {
    const queue = startQueue()
    let isGone = false
    await using odd = await startOddChatServer({
      'GET /events': (request, response) => {
        if (!isGone) return queue.poll(request, response)
        isGone = false
        return refusal(400, 'BAD_EVENT_QUEUE_ID', { queue_id: 'q' })
      },
    })
    const { wait } = waitAt(odd)
    const { cursor } = await wait()
    isGone = true
    const waited = await wait({ cursor, seconds: 20 })
    expect(waited).toMatchObject({ events: [], missed: true })
    const waiting = wait({ cursor: waited.cursor, seconds: 20 })
    await until(() => queue.open() === 1)
    queue.say('after')
    expect(await waiting).toMatchObject({ missed: false, events: [{ kind: 'message' }] })
    expect(odd.count('POST /register')).toBe(2)
  })

  test('ends every queue at once: it is not asked without pause', { tags: 'full' }, async () => {
    await using odd = await startOddChatServer({
      'GET /events': () => refusal(400, 'BAD_EVENT_QUEUE_ID'),
    })
    const { wait } = waitAt(odd)
    let { cursor } = await wait()
    const end = AbortSignal.timeout(2_000)
    while (!end.aborted) {
      ;({ cursor } = await wait({ cursor, seconds: 2 }))
    }
    expect(odd.count('POST /register')).toBeLessThan(20)
  })

  test('says nothing at once: it is not asked without pause', { tags: 'full' }, async () => {
    await using odd = await startOddChatServer({ 'GET /events': () => ({ events: [] }) })
    const { wait } = waitAt(odd)
    const { cursor } = await wait()
    expect(await wait({ cursor, seconds: 2 })).toMatchObject({ events: [], missed: false })
    expect(odd.count('GET /events')).toBeLessThan(6)
  })

  test('is gone and comes back: the wait goes on', { tags: 'full' }, async () => {
    const queue = startQueue()
    await using odd = await startOddChatServer(queue.routes)
    const { wait } = waitAt(odd)
    const { cursor } = await wait()
    const waiting = wait({ cursor, seconds: 30 })
    await until(() => queue.open() === 1)
    await odd.stop()
    await odd.answerNextWithRefusal()
    await odd.start()
    queue.say('back')
    expect(contents(await waiting)).toEqual(['back'])
  })

  test(
    'is gone: a wait that ends meanwhile says so, and its cursor stays good',
    { tags: 'full' },
    async () => {
      const queue = startQueue()
      await using odd = await startOddChatServer(queue.routes)
      const { wait } = waitAt(odd)
      const { cursor } = await wait()
      await odd.stop()
      await expect(wait({ cursor, seconds: 1 })).rejects.toMatchObject({ code: 'upstream_failed' })
      await expect(wait()).rejects.toMatchObject({ code: 'upstream_failed' })
      await odd.start()
      queue.say('back')
      expect(contents(await wait({ cursor, seconds: 1 }))).toEqual(['back'])
    },
  )

  test('refuses the key: every wait is told at once, and the next one tries again', async () => {
    const queue = startQueue()
    await using odd = await startOddChatServer(queue.routes)
    const { wait } = waitAt(odd)
    const { cursor } = await wait()
    odd.routes['GET /events'] = () => refusal(401, 'UNAUTHORIZED')
    const refused = { code: 'unauthorized' }
    await expect(wait({ cursor, seconds: 20 })).rejects.toMatchObject(refused)
    odd.routes['GET /events'] = queue.poll
    queue.say('again')
    expect(contents(await wait({ cursor, seconds: 20 }))).toEqual(['again'])
  })

  describe('asks to wait', () => {
    /** Begins a wait that is refused for so long, after which there would be news. */
    async function beginRefused(odd: OddChatServer, retryAfter: number, seconds: number) {
      const queue = startQueue()
      Object.assign(odd.routes, queue.routes, {
        'GET /events': () => refusal(429, 'RATE_LIMIT_HIT', { 'retry-after': retryAfter }),
      })
      const { wait } = waitAt(odd)
      const { cursor } = await wait()
      const waiting = wait({ cursor, seconds })
      await until(() => odd.count('GET /events') === 1)
      odd.routes['GET /events'] = queue.poll
      queue.say('later')
      return waiting
    }

    test('for long: it is left alone', { tags: 'full' }, async () => {
      await using odd = await startOddChatServer()
      await expect(beginRefused(odd, 3_600, 2)).rejects.toMatchObject({ code: 'rate_limited' })
      expect(odd.count('GET /events')).toBe(1)
    })

    test('for a moment: it is asked again', { tags: 'full' }, async () => {
      await using odd = await startOddChatServer()
      expect(contents(await beginRefused(odd, 0.1, 50))).toEqual(['later'])
      expect(odd.count('GET /events')).toBe(2)
    })
  })
})

test('a wait is cancelled without harm to the others', async () => {
  const queue = startQueue()
  await using odd = await startOddChatServer(queue.routes)
  const { wait } = waitAt(odd)
  const { cursor } = await wait()
  const stop = new AbortController()
  const cancelled = wait({ cursor, seconds: 20, signal: stop.signal })
  const other = wait({ cursor, seconds: 20 })
  await until(() => queue.open() === 1)
  stop.abort()
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
  queue.say('still here')
  expect(contents(await other)).toEqual(['still here'])
})

test('the end of the process ends every wait', async () => {
  const queue = startQueue()
  await using odd = await startOddChatServer(queue.routes)
  const { opened, wait } = waitAt(odd)
  const { cursor } = await wait()
  const waiting = wait({ cursor, seconds: 50 })
  await until(() => queue.open() === 1)
  await opened.close()
  expect(await waiting).toMatchObject({ events: [], missed: false })
  expect(odd.count('DELETE /events')).toBe(1)
})
