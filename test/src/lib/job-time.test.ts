import { pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { JobTime } from '../../../src/lib/job-time.ts'

/** A thread that works for a share of the time. */
function busyMachine(share: number) {
  let nowMs = 5_000
  return {
    pass: (ms: number) => (nowMs += ms),
    sources: { nowMs: () => nowMs, workedMs: () => 700 + nowMs * share },
  }
}

test.each([
  [1, 1_000],
  [0.5, 2_000],
  [0.05, 20_000],
])('with %d of a processor, a second of a job is over after %d ms', (share, end) => {
  const machine = busyMachine(share)
  const time = new JobTime(1_000, machine.sources)
  machine.pass(end - 1)
  expect(time.isOver()).toBe(false)
  expect(time.isOver(100)).toBe(true)
  machine.pass(2)
  expect(time.isOver()).toBe(true)
})

test('a job without a bound has time without end', () => {
  const machine = busyMachine(1)
  const time = new JobTime(Number.POSITIVE_INFINITY, machine.sources)
  machine.pass(1e12)
  expect(time.isOver(8_000)).toBe(false)
})

test('work in this thread counts', () => {
  const time = new JobTime(10)
  expect(time.isOver()).toBe(false)
  // A quarter of a second and more on any machine of today.
  pbkdf2Sync('porter', 'house', 500_000, 64, 'sha512')
  expect(time.isOver()).toBe(true)
})
