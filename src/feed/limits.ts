import { type Limits, limitsInto } from '../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const FEED_LIMITS: Limits = []
const limit = limitsInto(FEED_LIMITS)

/** Bytes of a fetched feed, on the wire and unpacked: podcasts of many years are this long. */
export const FEED_MAX_BYTES = limit(20_000_000, 'bytes', 'fetched feed, on the wire and unpacked')

/** Items that are read of a feed; later ones are passed over. */
export const FEED_ITEMS_MAX_COUNT = limit(10_000, 'items', 'items of a feed')

/** Characters of a summary: an abstract of arXiv, at most 1,920, is still whole. */
export const SUMMARY_MAX_CHARS = 2_000

/** Elements inside each other; what lies deeper is passed over. */
export const DEPTH_MAX = 512
