/**
 * Runs a function once and shares its result; after a failure, the next caller retries. Modules are kept this way
 * too: `import()` of one that is there already still takes longer than many a call does.
 */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return async () => {
    const attempt = (running ??= work())
    try {
      return await attempt
    } catch (error) {
      if (running === attempt) running = undefined
      throw error
    }
  }
}
