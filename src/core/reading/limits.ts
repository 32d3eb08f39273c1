import { type Limits, limitsInto } from '../../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const READING_LIMITS: Limits = []
const limit = limitsInto(READING_LIMITS)

export const READ_MAX_COUNT = limit(5, 'addresses', 'addresses that one call reads')

/** Characters of text of one answer, of all addresses together: with the pictures they must fit into one MCP result. */
export const READ_MAX_CHARS = limit(
  50_000,
  'characters',
  'text of the addresses that one call reads',
)

/** Bytes of the pictures of one answer: with its text they must fit into one MCP result, in base64. */
export const PICTURES_MAX_BYTES = limit(
  450_000,
  'bytes',
  'pictures of the addresses that one call reads',
)
