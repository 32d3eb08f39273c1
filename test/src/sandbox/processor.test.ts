import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { afterOwnTime } from '../../../src/sandbox/processor.ts'
import { seededRandom } from '../../support/seeded-random.ts'

describe('the time of a process', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** By the clock, after how many milliseconds it is over for a process that waits for a processor as `waitedAt` says. */
  function overAfter(ms: number, waitedAt: (elapsed: number) => number): number {
    const began = Date.now()
    const waitedMs = (): number => 70_000 + waitedAt(Date.now() - began)
    let over: number | undefined
    afterOwnTime(1, ms, () => (over = Date.now() - began), waitedMs)
    vi.advanceTimersByTime(ms * 10)
    if (over === undefined) throw new Error('never over')
    return over
  }

  test('is over at its end where it never waits', () => {
    expect(overAfter(1_000, () => 0)).toBe(1_000)
  })

  test.each([
    [2, 2_000],
    [4, 4_000],
    [5.5, 5_500],
    [20, 6_000],
    [1e9, 6_000],
  ])('on a machine that is busy %d times over, it ends after %d ms of the clock', (factor, end) => {
    const over = overAfter(1_000, (elapsed) => elapsed * (1 - 1 / factor))
    expect(over).toBeGreaterThanOrEqual(end * 0.98)
    expect(over).toBeLessThanOrEqual(end)
  })

  test('is never shorter than given, never over six times, and never counts waiting', () => {
    const random = seededRandom(20_261_130)
    for (let turn = 0; turn < 200; turn += 1) {
      const waits = Array.from({ length: 80 }, () => (random() < 0.5 ? random() : 0))
      const waitedAt = (elapsed: number): number =>
        waits.reduce(
          (sum, share, at) => sum + share * Math.min(100, Math.max(0, elapsed - at * 100)),
          0,
        )
      const over = overAfter(1_000, waitedAt)
      expect(over).toBeGreaterThanOrEqual(1_000)
      expect(over).toBeLessThanOrEqual(6_000)
      const expected = Math.min(1_000 + waitedAt(over), 6_000)
      expect(Math.abs(over - expected)).toBeLessThan(20)
    }
  })

  test('does not run out once it is cleared, nor for a thread later than by the clock', () => {
    const onOver = vi.fn<() => void>()
    afterOwnTime(1, 1_000, onOver, () => Date.now()).clear()
    vi.advanceTimersByTime(10_000)
    expect(onOver).not.toHaveBeenCalled()
    afterOwnTime(undefined, 1_000, onOver, () => Date.now())
    vi.advanceTimersByTime(1_000)
    expect(onOver).toHaveBeenCalledOnce()
  })
})

/** For how long a process has waited for a processor, in milliseconds, as Linux tells. */
function readWaitedMs(pid: number): number {
  const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')
  return Number(waited) / 1e6
}

test.runIf(process.platform === 'linux')(
  'of this system is told: what a process waits while others work does not count',
  async () => {
    const others = Array.from({ length: availableParallelism() * 3 }, () =>
      spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }),
    )
    // The clock of the limit stands still, while the processes wait for each other.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await Promise.all(others.map(async (other) => once(other, 'spawn')))
      const pid = others[0]?.pid ?? 0
      const onOver = vi.fn<() => void>()
      const before = readWaitedMs(pid)
      afterOwnTime(pid, 300, onOver)
      while (readWaitedMs(pid) - before < 100) await nextTurn()
      vi.advanceTimersByTime(350)
      expect(onOver).not.toHaveBeenCalled()
      vi.advanceTimersByTime(6 * 300)
      expect(onOver).toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
      for (const other of others) other.kill('SIGKILL')
    }
  },
)
