/** Seconds of an hour. */
export const HOUR_SECONDS = 3_600

/** Seconds of a day. */
export const DAY_SECONDS = 24 * HOUR_SECONDS
