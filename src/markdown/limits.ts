import { type Limits, limitsInto } from '../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const MARKDOWN_LIMITS: Limits = []
const limit = limitsInto(MARKDOWN_LIMITS)

/** Smallest part that may be asked for. */
export const PART_MIN_CHARS = 500

/** Largest: more would not fit into one MCP answer, which holds the part twice. */
export const PART_MAX_CHARS = 150_000

/** Smallest part that may be asked for, in tokens. */
export const PART_MIN_TOKENS = 200

/** Characters of one part when a model asks: about 5,000 tokens. */
export const AGENT_PART_CHARS = 20_000

export const FIND_MAX_CHARS = limit(200, 'characters', 'words to look for in a document')
export const FOUND_MAX_COUNT = limit(
  8,
  'parts',
  'parts of a document shown for the words looked for',
)
