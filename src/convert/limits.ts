import { type Limits, limitsInto } from '../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const CONVERT_LIMITS: Limits = []
const limit = limitsInto(CONVERT_LIMITS)

/** Cells that may be added to rows shorter than their table: few bytes must not become a large table. */
export const TABLE_FILLED_MAX_CELLS = 1_000_000
/** Values within each other in JSON: deeper ones could not be written into a cell without a deep stack. */
export const JSON_MAX_DEPTH = 1_000
/** Largest result of a conversion; the sandbox takes no larger answer. */
export const CONVERT_RESULT_MAX_BYTES = limit(30_000_000, 'bytes', 'converted text')
/** Cap on the JSON body of a call of `/convert`; see docs/decisions/convert.md. */
export const CONVERT_BODY_MAX_BYTES = limit(16 * 1024 * 1024, 'bytes', 'request body, `/convert`')
/** Cells that a Markdown table may get in rows shorter than its header; it ends at the row that needs more. */
export const MARKDOWN_TABLE_FILLED_MAX_CELLS = 16_384
/** Columns or rows that one cell of an HTML table may cover. */
export const MERGED_MAX_CELLS = 1_000
/** Characters that merged cells of one HTML text may repeat: few bytes must not become a large table. */
export const MERGED_MAX_CHARS = 5_000_000
