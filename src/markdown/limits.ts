/** Smallest part that may be asked for. */
export const PART_MIN_CHARS = 500

/** Largest: more would not fit into one MCP answer, which holds the part twice. */
export const PART_MAX_CHARS = 150_000

/** Smallest part that may be asked for, in tokens. */
export const PART_MIN_TOKENS = 200

/** Characters of one part when a model asks: about 5,000 tokens. */
export const AGENT_PART_CHARS = 20_000

/** Matching parts of a document that one answer shows. */
export const FOUND_MAX_COUNT = 8
