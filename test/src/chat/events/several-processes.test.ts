// @module-tag full
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { RIGHTS_LOOK_INTERVAL_MS } from '../../../../src/chat/limits.ts'
import type { Store } from '../../../../src/store/port.ts'
import { PostgresDoorbell } from '../../../../src/store/postgres/postgres-doorbell.ts'
import { PostgresPool } from '../../../../src/store/postgres/postgres-pool.ts'
import { openPostgres } from '../../../../src/store/postgres/postgres.ts'
import { ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { startPostgres } from '../../../support/postgres.ts'
import { quietLog } from '../../../support/store-backend.ts'

/** How long it is counted what waiting takes, by a clock that the test moves, and by how much at once. */
const IDLE_MS = 4_000
const STEP_MS = 50

/** Turns of the event loop after each step, in which answers may come. */
const TURNS = 20

const server = await startPostgres()
afterAll(async () => server?.[Symbol.asyncDispose]())

/** Two processes of one chat, as far as they are told apart by their stores; the second speaks as the same owner. */
async function startTwo() {
  const url = server?.newUrl() ?? ''
  const open = async (): Promise<Store> => openPostgres({ url, log: quietLog })
  const one = await startChatWorld({ store: await open() })
  const owner = { email: one.owner.email, key: one.owner.key }
  const other = await startChatWorld({ store: await open(), owner })
  return {
    one,
    other,
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]()
      await other[Symbol.asyncDispose]()
    },
  }
}

async function heard(person: Person, queue: Record<string, unknown>, last = -1) {
  return person.get('/events', { queue_id: queue['queue_id'], last_event_id: last })
}

/** Resolves when a poll waits at a process that hears of others, which it may have done before. */
async function untilWaiting({ chat }: Awaited<ReturnType<typeof startTwo>>['one']): Promise<void> {
  await vi.waitFor(() => {
    expect(chat.store.doorbell?.isHeard).toBe(true)
    expect(chat.eventLogCache.known()).toBeDefined()
  })
}

describe.skipIf(!server)('two processes on one Postgres', () => {
  test('a poll that waits at one of them hears at once of what was written at the other', async () => {
    await using both = await startTwo()
    const { one, other } = both
    const queue = await one.owner.register({ event_types: ['message'] })
    const doorbell = one.chat.store.doorbell
    const news: unknown[] = []
    doorbell?.onRing((ring) => void news.push(ring))
    const poll = heard(one.owner, queue)
    await vi.waitFor(() => expect(doorbell?.isHeard).toBe(true))
    await other.owner.say('from over there')
    const { events } = ok(await poll)
    expect(events).toMatchObject([{ message: { content: 'from over there' } }])
    await vi.waitFor(() => expect(news).toContain('events'))
  })

  test('polls that wait ask the database for next to nothing', async () => {
    await using both = await startTwo()
    const people = [both.one.owner, both.other.owner, both.one.owner, both.other.owner]
    const queues = await Promise.all(
      people.map(async (person) => person.register({ event_types: ['message'] })),
    )
    const chats = [both.one.chat, both.other.chat]
    for (const { store } of chats) store.doorbell?.start()
    await vi.waitFor(() => {
      for (const { store } of chats) expect(store.doorbell?.isHeard).toBe(true)
    })
    const waits = chats.map(({ eventLogCache }) => vi.spyOn(eventLogCache, 'next'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const polls = people.map(async (person, index) => heard(person, queues[index] ?? {}))
    while (waits.some(({ mock }) => mock.calls.length < 2)) await nextTurn()
    const taken = vi.spyOn(PostgresPool.prototype, 'take')
    for (let passed = 0; passed < IDLE_MS; passed += STEP_MS) {
      vi.advanceTimersByTime(STEP_MS)
      for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
    }
    // Whose rights have ended is all that each of the two asks; without the doorbell it would look for events as well.
    const looks = IDLE_MS / RIGHTS_LOOK_INTERVAL_MS
    expect(taken.mock.calls.length).toBeLessThanOrEqual(chats.length * (looks + 1))
    taken.mockRestore()
    await both.one.owner.say('enough')
    for (const poll of polls) ok(await poll)
  })

  test('a poll ends when its queue is polled or deleted at the other', async () => {
    await using both = await startTwo()
    const { one, other } = both
    const queue = await one.owner.register({ event_types: ['message'] })
    const waiting = heard(one.owner, queue)
    await untilWaiting(one)
    const moved = heard(other.owner, queue)
    expect(ok(await waiting)['events']).toMatchObject([{ type: 'heartbeat' }])
    await untilWaiting(other)
    ok(await one.owner.delete('/events', { queue_id: queue['queue_id'] }))
    expect(ok(await moved)['events']).toMatchObject([{ type: 'heartbeat' }])
    expect(await heard(one.owner, queue)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })

  test('where rings may have been missed, the next poll ends one elsewhere again', async () => {
    await using both = await startTwo()
    const { one, other } = both
    const queue = await one.owner.register({ event_types: ['message'] })
    const first = heard(one.owner, queue)
    await untilWaiting(one)
    const missed = vi.spyOn(PostgresDoorbell.prototype, 'ring').mockReturnValue()
    const moved = heard(other.owner, queue)
    await untilWaiting(other)
    missed.mockRestore()
    const { doorbell } = one.chat.store
    const opened = vi.fn<(news: string | undefined) => void>()
    doorbell?.onRing(opened)
    doorbell?.doubt()
    await vi.waitFor(() => expect(opened).toHaveBeenCalledWith(undefined))
    const back = heard(one.owner, queue)
    expect(ok(await first)['events']).toMatchObject([{ type: 'heartbeat' }])
    expect(ok(await moved)['events']).toMatchObject([{ type: 'heartbeat' }])
    await one.owner.say('enough')
    expect(ok(await back)['events']).toMatchObject([{ message: { content: 'enough' } }])
  })

  test('a ring that comes late ends no later poll', async () => {
    await using both = await startTwo()
    const { one, other } = both
    const queue = await one.owner.register({ event_types: ['message'] })
    await one.owner.say('first')
    const waiting = heard(one.owner, queue, 0)
    await untilWaiting(one)
    other.chat.store.doorbell?.ring(`poll ${String(queue['queue_id'])} 0`)
    await other.owner.say('second')
    expect(ok(await waiting)['events']).toMatchObject([{ message: { content: 'second' } }])
  })
})
