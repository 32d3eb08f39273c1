import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createEventLogCache } from '../../../../src/chat/kernel/event-log-cache.ts'
import { readLog } from '../../../../src/chat/kernel/read-event-log.ts'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import { startChatWorld } from '../../../support/chat-world.ts'

/** Turns of the event loop in which what was read becomes known. */
const TURNS = 10

test('doubts a doorbell that did not ring for what it finds by itself, and looks often until that is heard again', async () => {
  await using world = await startChatWorld()
  const { chat, owner } = world
  let ring: (news: string | undefined) => void = () => {}
  let doubts = 0
  const doorbell = {
    isHeard: true,
    ring() {},
    onRing: (listener: typeof ring) => void (ring = listener),
    start() {},
    doubt() {
      doubts += 1
      doorbell.isHeard = false
    },
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const database = { reading: 0 }
    const read = async (above: number) => {
      database.reading += 1
      try {
        return await readLog(reader(chat), above)
      } finally {
        database.reading -= 1
      }
    }
    const cache = createEventLogCache(read, { doorbell })
    await cache.catchUp({ atLeast: 0, isStrict: true })
    let { newest } = await cache.read(Number.MAX_SAFE_INTEGER)
    /** Somebody at another process says something; returns after how long it is seen here. */
    const seenAfterMs = async (doesRing: boolean): Promise<number> => {
      const startedAt = performance.now()
      const seen = { isOver: false }
      const waiting = cache
        .next(newest, new AbortController().signal)
        .then(() => (seen.isOver = true))
      await owner.say('x')
      if (doesRing) ring('events')
      while (!seen.isOver) {
        // While the database answers, no time passes.
        for (let turn = 0; turn < TURNS || database.reading > 0; turn += 1) await nextTurn()
        if (!seen.isOver) await vi.advanceTimersByTimeAsync(50)
      }
      await waiting
      newest = (await cache.read(newest)).newest
      return performance.now() - startedAt
    }
    const wait = async (ms: number) => vi.advanceTimersByTimeAsync(ms)
    expect(await seenAfterMs(true)).toBeLessThan(1_000)
    await wait(10_000)
    expect(doubts).toBe(0)
    expect(await seenAfterMs(false)).toBeLessThan(5_500)
    const other = cache.next(newest, new AbortController().signal)
    await wait(1_100)
    expect(doubts).toBe(1)
    expect(await seenAfterMs(false)).toBeLessThan(1_000)
    cache.close()
    await other
  } finally {
    vi.useRealTimers()
  }
})
