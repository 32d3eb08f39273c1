/** Longest life of an authorization that is signed. A seller that asks for more gets this much. */
export const LIFETIME_MAX_S = 300

/** A seller that asks for a life outside of these bounds is not paid at all. */
export const LIFETIME_ASKED_MIN_S = 10
/** See `LIFETIME_ASKED_MIN_S`. */
export const LIFETIME_ASKED_MAX_S = 3_600

/** How often one payment is sent in one call before the outcome is left to the next call. */
export const SENDINGS_MAX_COUNT = 5

/** How long a payment without an answer is shown again: sellers keep answers for about that long. */
export const RESEND_MAX_AGE_MS = 60 * 60_000
