import { REFUSED, type Limits, limitsInto } from '../../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const RENDERING_LIMITS: Limits = []
const limit = limitsInto(RENDERING_LIMITS)

/** Source length of the different formulas of one message; further ones are shown as text. */
export const TEX_MAX_CHARS = limit(2_000, 'characters', 'formulas of a chat message')

/** HTML of one message, in bytes of UTF-8: a text that would have more is shown with less markup. */
export const RENDERED_MAX_BYTES = limit(128 * 1024, 'bytes', 'HTML of a chat message', {
  counts: 'chat message',
  over: 'formulas stay as their source, then the rest is plain text',
})

/** Time after which rendering texts counts half. */
export const RENDERING_HALF_LIFE_MS = 10_000

export const RENDERING_MAX_MS = limit(
  350,
  'ms of a processor',
  `rendering texts of one person and their bots, counting half after ${RENDERING_HALF_LIFE_MS / 1_000} seconds`,
  { counts: 'chat account', over: REFUSED, setting: 'chat-rate-limits' },
)

/** Nesting of quotes, lists and spoilers; what is deeper is shown as text. */
export const RENDERED_MAX_NESTING = limit(40, 'levels', 'nesting in a chat message')

export const LINKIFIER_MAX_MATCHES = limit(100, 'links', 'links by patterns in a chat message')

/** Longest address that a pattern of the organization makes; text with a longer one is no link. */
export const LINKIFIER_ADDRESS_MAX_CHARS = limit(
  2_000,
  'characters',
  'address that a pattern makes in a chat message',
)

export const LINK_PREVIEWS_MAX_COUNT = limit(5, 'links', 'links of a chat message that are shown')

/** Messages that wait for previews; the oldest go without. */
export const LINK_PREVIEWS_WAITING_MAX_COUNT = 1_000

/** Time to read what is behind one link. */
export const LINK_PREVIEW_TIMEOUT_MS = 10_000

/** Longest visible part of the title of a page behind a link. */
export const LINK_TITLE_MAX_CHARS = 200

/** Longest visible part of the description of a page behind a link. */
export const LINK_DESCRIPTION_MAX_CHARS = 400

export const PREVIEWS_MAX_COUNT = limit(24, 'uploads', 'uploads shown below a chat message')

/** Cells of a table, counted as its lines times the columns of the widest; of larger tables, the text is shown. */
export const TABLE_MAX_CELLS = limit(20_000, 'cells', 'table in a chat message')
