/** How long tests of the loop wait for what must happen: what hangs ends by it, and a machine that is busy does not. */
export const PATIENCE_MS = 60_000

/** How long one of them may take in all. */
export const TEST_MAX_MS = 2 * PATIENCE_MS
