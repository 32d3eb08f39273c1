/** How long tests of the loop wait for what must happen: what hangs ends by it, and a machine that is busy does not. */
export const PATIENCE_MS = 60_000

/** What jobs in the sandbox have of time, where a test is not about that. */
export const PATIENT_JOBS = {
  jobDeadlineMs: PATIENCE_MS,
  queueWaitMaxMs: PATIENCE_MS,
  startDeadlineMs: PATIENCE_MS,
} as const

/** How long one of them may take in all. */
export const TEST_MAX_MS = 2 * PATIENCE_MS
