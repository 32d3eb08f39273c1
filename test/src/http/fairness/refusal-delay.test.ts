import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RefusalDelay } from '../../../../src/http/fairness/refusal-delay.ts'
import {
  REFUSALS_FREE_COUNT,
  REFUSED_REQUEST_DELAY_MAX_MS,
  REQUESTS_HELD_MAX_COUNT,
} from '../../../../src/http/limits.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A delay for a caller who was refused so often just now; what goes on is counted. */
function refused(times: number, caller = 'loud') {
  const delay = new RefusalDelay()
  const gone: string[] = []
  for (let count = 0; count < times; count += 1) delay.note(caller)
  return { delay, gone, pass: (who: string) => delay.pass(who, () => gone.push(who)) }
}

describe('a request', () => {
  test('goes on at once after a few refusals, and so do those of others', () => {
    const { gone, pass } = refused(REFUSALS_FREE_COUNT)
    pass('loud')
    expect(gone).toEqual(['loud'])
    const many = refused(1_000)
    many.pass('quiet')
    expect(many.gone).toEqual(['quiet'])
  })

  test('waits after many, the longer the more there were, but never longer than said', () => {
    const { gone, pass, delay } = refused(REFUSALS_FREE_COUNT + 5)
    pass('loud')
    vi.advanceTimersByTime(99)
    expect(gone).toEqual([])
    vi.advanceTimersByTime(1)
    expect(gone).toEqual(['loud'])
    for (let count = 0; count < 10_000; count += 1) delay.note('loud')
    pass('loud')
    vi.advanceTimersByTime(REFUSED_REQUEST_DELAY_MAX_MS - 1)
    expect(gone).toEqual(['loud'])
    vi.advanceTimersByTime(1)
    expect(gone).toEqual(['loud', 'loud'])
  })

  test('goes on at once again when its caller was quiet for a while', () => {
    const { gone, pass } = refused(100)
    vi.advanceTimersByTime(20_000)
    pass('loud')
    expect(gone).toEqual(['loud'])
  })

  test('goes on at once where many wait already', () => {
    const { gone, pass } = refused(1_000)
    for (let count = 0; count <= REQUESTS_HELD_MAX_COUNT; count += 1) pass('loud')
    expect(gone).toEqual(['loud'])
  })
})
