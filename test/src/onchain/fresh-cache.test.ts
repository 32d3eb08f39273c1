import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FreshCache } from '../../../src/onchain/fresh-cache.ts'

const signal = new AbortController().signal
let nowMs = 0
const cacheFor = (maxAgeMs: number, maxCount = 10): FreshCache<string> =>
  new FreshCache({ maxCount, maxAgeMs: () => maxAgeMs, now: () => nowMs })

/** Counts its loads, and answers when it is let. */
function loader(): {
  load: (own: AbortSignal) => Promise<string>
  loads: number
  signals: AbortSignal[]
  finish: PromiseWithResolvers<string>
} {
  const finish = Promise.withResolvers<string>()
  const state = {
    loads: 0,
    signals: [] as AbortSignal[],
    finish,
    load: async (own: AbortSignal): Promise<string> => {
      state.loads += 1
      state.signals.push(own)
      return finish.promise
    },
  }
  return state
}

describe('a cache of fresh answers', () => {
  it('asks once for all who wait, and again when the answer is old', async () => {
    const cache = cacheFor(30)
    const slow = loader()
    const waiting = [1, 2, 3].map(async () => cache.get('a', signal, slow.load))
    slow.finish.resolve('x')
    expect(await Promise.all(waiting)).toEqual(['x', 'x', 'x'])
    expect(await cache.get('a', signal, async () => 'y')).toBe('x')
    expect(slow.loads).toBe(1)
    nowMs += 29
    expect(await cache.get('a', signal, async () => 'y')).toBe('x')
    nowMs += 1
    expect(await cache.get('a', signal, async () => 'y')).toBe('y')
  })

  it('remembers no failure', async () => {
    const cache = cacheFor(1000)
    await expect(
      cache.get('a', signal, async () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no')
    expect(await cache.get('a', signal, async () => 'y')).toBe('y')
  })

  it('lets a caller leave alone, and stops asking when the last one leaves', async () => {
    const cache = cacheFor(1000)
    const slow = loader()
    const [first, second] = [new AbortController(), new AbortController()]
    const calls = [first, second].map(async (own) => cache.get('a', own.signal, slow.load))
    await nextTurn()
    first.abort()
    await expect(calls[0]).rejects.toMatchObject({ code: 'cancelled' })
    expect(slow.signals[0]?.aborted).toBe(false)
    second.abort()
    await expect(calls[1]).rejects.toMatchObject({ code: 'cancelled' })
    expect(slow.signals[0]?.aborted).toBe(true)
    expect(await cache.get('a', signal, async () => 'anew')).toBe('anew')
  })

  it('forgets the least recently used', async () => {
    const cache = cacheFor(1000, 2)
    for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, signal, async () => key)
    expect(await cache.get('a', signal, async () => 'again')).toBe('a')
    expect(await cache.get('b', signal, async () => 'again')).toBe('again')
  })
})
