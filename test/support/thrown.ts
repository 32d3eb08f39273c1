/** Message of the Error that a function throws; throws itself when it does not. */
export function messageOf(action: () => unknown): string {
  try {
    action()
  } catch (thrown) {
    if (thrown instanceof Error) return thrown.message
  }
  throw new Error('nothing was thrown')
}
