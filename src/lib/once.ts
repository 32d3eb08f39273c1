/** Does something for the first who asks; after a failure, the next one who asks tries again. */
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
