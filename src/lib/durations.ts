/** Milliseconds of a second. */
export const SECOND_MS = 1_000

/** Milliseconds of a minute. */
export const MINUTE_MS = 60 * SECOND_MS

/** Milliseconds of an hour. */
export const HOUR_MS = 60 * MINUTE_MS

/** Milliseconds of a day. */
export const DAY_MS = 24 * HOUR_MS

/** Milliseconds of a week. */
export const WEEK_MS = 7 * DAY_MS

/** Minutes of a day. */
export const DAY_MINUTES = DAY_MS / MINUTE_MS

/** Seconds of a minute. */
export const MINUTE_SECONDS = MINUTE_MS / SECOND_MS

/** Seconds of an hour. */
export const HOUR_SECONDS = HOUR_MS / SECOND_MS

/** Seconds of a day. */
export const DAY_SECONDS = DAY_MS / SECOND_MS
