import { type Limits, limitsInto } from '../contract/limits.ts'
import { DAY_SECONDS } from '../lib/durations.ts'

/** Limits of this file that callers may meet, for documents. */
export const EXTRACT_LIMITS: Limits = []
const limit = limitsInto(EXTRACT_LIMITS)

export const SELECTOR_MAX_CHARS = limit(300, 'characters', 'one CSS selector')

/** Parts of one selector: names, classes, attributes, combinators, also inside of `:not()` and the like. */
export const SELECTOR_MAX_PARTS = limit(40, 'parts', 'names, classes and so on of one CSS selector')

/** Elements looked at to match the selectors of one call, each time counted: about a second. */
export const SELECTOR_MAX_STEPS = 30_000_000

export const SELECTORS_MAX_COUNT = limit(20, 'selectors', 'CSS selectors to exclude')
export const COPY_AGE_MAX_S = limit(
  30 * DAY_SECONDS,
  's',
  '`maxAge`, the age of a cached copy of a page',
)

/** Bytes of HTML that are described; of a longer page, this much of its beginning. */
export const PAGE_MAX_BYTES = 5_000_000
