import { vi } from 'vitest'

/** A clock of limits that stands still unless the test passes time. */
export interface StoppedClock extends Disposable {
  pass(ms: number): void
}

/** Stops the clock of limits, so that nothing is forgiven while a test runs, however long it takes. */
export function stopClock(): StoppedClock {
  let nowMs = performance.now()
  const stopped = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  return {
    pass(ms) {
      nowMs += ms
    },
    [Symbol.dispose]: () => stopped.mockRestore(),
  }
}
