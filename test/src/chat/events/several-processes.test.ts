import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Store } from '../../../../src/store/port.ts'
import { PostgresDoorbell } from '../../../../src/store/postgres-doorbell.ts'
import { PostgresPool } from '../../../../src/store/postgres-pool.ts'
import { openPostgres } from '../../../../src/store/postgres.ts'
import { ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { startPostgres } from '../../../support/postgres.ts'
import { quietLog } from '../../../support/store-backend.ts'

/** How long it is counted what waiting takes. */
const IDLE_MS = 1_500

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
async function isWaiting({ chat }: Awaited<ReturnType<typeof startTwo>>['one']): Promise<void> {
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
    const polls: ReturnType<typeof heard>[] = []
    for (const person of people) {
      polls.push(heard(person, await person.register({ event_types: ['message'] })))
    }
    const stores = [both.one, both.other].map(({ chat }) => chat.store)
    await vi.waitFor(() =>
      expect(stores.map(({ doorbell }) => doorbell?.isHeard)).toEqual([true, true]),
    )
    const taken = vi.spyOn(PostgresPool.prototype, 'take')
    await sleep(IDLE_MS)
    // What servers look for every few seconds; without the doorbell they would ask twelve times for events alone.
    expect(taken.mock.calls.length).toBeLessThanOrEqual(8)
    taken.mockRestore()
    await both.one.owner.say('enough')
    for (const poll of polls) ok(await poll)
  })

  test('a poll ends when its queue is polled or deleted at the other', async () => {
    await using both = await startTwo()
    const { one, other } = both
    const queue = await one.owner.register({ event_types: ['message'] })
    const waiting = heard(one.owner, queue)
    await isWaiting(one)
    const moved = heard(other.owner, queue)
    expect(ok(await waiting)['events']).toMatchObject([{ type: 'heartbeat' }])
    await isWaiting(other)
    ok(await one.owner.delete('/events', { queue_id: queue['queue_id'] }))
    expect(ok(await moved)['events']).toMatchObject([{ type: 'heartbeat' }])
    expect(await heard(one.owner, queue)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })

  test('where rings may have been missed, the next poll ends one elsewhere again', async () => {
    await using both = await startTwo()
    const { one, other } = both
    const queue = await one.owner.register({ event_types: ['message'] })
    const first = heard(one.owner, queue)
    await isWaiting(one)
    const missed = vi.spyOn(PostgresDoorbell.prototype, 'ring').mockReturnValue()
    const moved = heard(other.owner, queue)
    await isWaiting(other)
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
    await isWaiting(one)
    other.chat.store.doorbell?.ring(`poll ${String(queue['queue_id'])} 0`)
    await other.owner.say('second')
    expect(ok(await waiting)['events']).toMatchObject([{ message: { content: 'second' } }])
  })
})
