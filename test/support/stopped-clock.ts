import { vi } from 'vitest'

/** Stops the clock of limits, so that nothing is forgiven while a test runs, however long it takes. */
export function stopClock(): Disposable {
  const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  return { [Symbol.dispose]: () => stopped.mockRestore() }
}
