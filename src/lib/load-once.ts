/**
 * Loads a module on first use and keeps it: `import()` of a module that is there already still takes longer
 * than many a call does. A failed attempt is repeated by the next user.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return async () => {
    const attempt = (loading ??= load())
    try {
      return await attempt
    } catch (error) {
      if (loading === attempt) loading = undefined
      throw error
    }
  }
}
