import { DAY_MS } from '../../lib/durations.ts'
/** Bytes of a robots.txt that are read: as much as RFC 9309 wants at least. */
export const ROBOTS_MAX_BYTES = 512_000

/** Rules of one robots.txt for one reader. */
export const ROBOTS_RULES_MAX_COUNT = 10_000

/** Characters of one rule of a robots.txt. */
export const ROBOTS_RULE_MAX_CHARS = 2_048

/** Characters of the rules with stars in one robots.txt, which take longer to compare. */
export const ROBOTS_PATTERNS_MAX_CHARS = 20_000

/** Milliseconds for a robots.txt to be there. */
export const ROBOTS_DEADLINE_MS = 5_000

/** Milliseconds that a robots.txt counts: as long as RFC 9309 allows. */
export const ROBOTS_FRESH_MS = DAY_MS

/** Milliseconds for which it counts that no robots.txt could be had. */
export const ROBOTS_MISSED_MS = 60_000

/** Servers whose rules are remembered. */
export const ROBOTS_KEPT_MAX_COUNT = 500

/** Characters of all robots.txt that are remembered. */
export const ROBOTS_KEPT_MAX_CHARS = 8_000_000
