import { useCallback, useEffect, useState } from 'preact/hooks'
import { t } from '../words/frame.ts'

/** Data loaded for a part of the page. */
export interface Loaded<Value> {
  value: Value | undefined
  /** Why it could not be loaded, for people. */
  failure: string | undefined
  reload: () => void
}

/** Loads something when it is first shown, and again when what it depends on changes; an older answer never replaces a newer one. */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  dependencies: readonly unknown[],
): Loaded<Value> {
  const [value, setValue] = useState<Value>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const ends = new AbortController()
    const run = async () => {
      try {
        const loaded = await load(ends.signal)
        if (ends.signal.aborted) return
        setValue(() => loaded)
        setFailure(undefined)
      } catch (thrown) {
        if (!ends.signal.aborted) setFailure(thrown instanceof Error ? thrown.message : t.failed)
      }
    }
    void run()
    return () => ends.abort()
  }, [...dependencies, attempt])
  return { value, failure, reload: useCallback(() => setAttempt((count) => count + 1), []) }
}
