/** Characters of one selector. */
export const SELECTOR_MAX_CHARS = 300

/** Parts of one selector: names, classes, attributes, combinators, also inside of `:not()` and the like. */
export const SELECTOR_MAX_PARTS = 40

/** Elements looked at to match the selectors of one call, each time counted: about a second. */
export const SELECTOR_MAX_STEPS = 30_000_000

/** Selectors in one list. */
export const SELECTORS_MAX_COUNT = 20

/** Oldest cached copy that a caller may ask for, in seconds. */
export const COPY_AGE_MAX_S = 30 * 24 * 60 * 60

/** Bytes of HTML that are described; of a longer page, this much of its beginning. */
export const PAGE_MAX_BYTES = 5_000_000
