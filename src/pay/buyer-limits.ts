/** Longest lifetime of a signed authorization. A seller that asks for more gets this much. */
export const LIFETIME_MAX_S = 300

/** A seller that asks for a lifetime outside of these bounds is not paid at all. */
export const LIFETIME_ASKED_MIN_S = 10
/** See `LIFETIME_ASKED_MIN_S`. */
export const LIFETIME_ASKED_MAX_S = 3_600

/** Attempts to send one payment within one call; then the outcome is left to the next call. */
export const SENDINGS_MAX_COUNT = 5

/** Longest time for all sendings of one payment within one call: sellers take a minute for the slowest work. */
export const SENDINGS_MAX_MS = 75_000

/** How long an unanswered payment is sent again: sellers keep results for about that long. */
export const RESEND_MAX_AGE_MS = 60 * 60_000
