import {
  CHANNEL_DESCRIPTION_MAX_CHARS,
  CHANNEL_NAME_MAX_CHARS,
  CONVERSATION_MAX_USERS,
  FETCH_MAX_MESSAGES,
  MESSAGE_MAX_CHARS,
  LINKIFIER_MAX_MATCHES,
  NARROW_MAX_TERMS,
  PREVIEWS_MAX_COUNT,
  QUEUE_IDLE_DEFAULT_SECONDS,
  QUEUE_IDLE_MAX_SECONDS,
  RENDERED_MAX_CHARS,
  RENDERED_MAX_NESTING,
  SEARCH_MAX_CHARS,
  SEARCH_MAX_WORDS,
  STATUS_TEXT_MAX_CHARS,
  TABLE_MAX_CELLS,
  TEX_MAX_CHARS,
  TOPIC_MAX_CHARS,
  AGENT_MESSAGES_MAX_CHARS,
  AGENT_QUEUE_IDLE_SECONDS,
  AGENT_WAIT_MAX_SECONDS,
} from './chat/limits.ts'
import { CONVERT_BODY_MAX_BYTES, CONVERT_RESULT_MAX_BYTES } from './convert/limits.ts'
import {
  COPY_AGE_MAX_S,
  SELECTOR_MAX_CHARS,
  SELECTOR_MAX_PARTS,
  SELECTORS_MAX_COUNT,
} from './extract/limits.ts'
import { FEED_ITEMS_MAX_COUNT, FEED_MAX_BYTES } from './feed/limits.ts'
import { REQUEST_BODY_MAX_BYTES } from './http/limits.ts'
import { MCP_REQUEST_MAX_BYTES, MCP_RESULT_MAX_BYTES, SESSION_LIMITS } from './mcp/limits.ts'
import { CACHE_ENTRY_MAX_BYTES } from './net/cache/limits.ts'
import {
  FETCH_DEADLINE_MS,
  FETCHES_MAX_COUNT,
  HTML_BODY_MAX_BYTES,
  REDIRECTS_MAX_HOPS,
  URL_MAX_CHARS,
} from './net/limits.ts'
import { LIFETIME_MAX_S, RESEND_MAX_AGE_MS, SENDINGS_MAX_COUNT } from './pay/buyer-limits.ts'
import { CALLER_LIMITS } from './pay/limits.ts'
import { PDF_BODY_MAX_BYTES, PDF_DEADLINE_MS, PDF_PAGES_MAX_COUNT } from './pdf/limits.ts'
import { QR_SIZE_MAX_PX, QR_TEXT_MAX_CHARS } from './qr/limits.ts'
import {
  CALL_DATA_MAX_BYTES,
  GATEWAY_BODY_MAX_BYTES,
  GATEWAY_DEADLINE_MS,
  RECORDS_MAX_COUNT,
  RPC_DEADLINE_MS,
  TOKENS_MAX_COUNT,
} from './onchain/limits.ts'
import {
  CHILD_HEAP_MAX_MB,
  CHILD_RSS_MAX_BYTES,
  JOB_DEADLINE_MS,
  QUEUE_MAX_JOBS,
} from './sandbox/limits.ts'

/** Limits in force that a caller may meet, for documents. */
export const limits: readonly { meaning: string; value: number; unit: string }[] = [
  { meaning: 'address', value: URL_MAX_CHARS, unit: 'characters' },
  { meaning: 'fetched page, on the wire and unpacked', value: HTML_BODY_MAX_BYTES, unit: 'bytes' },
  { meaning: 'one CSS selector', value: SELECTOR_MAX_CHARS, unit: 'characters' },
  {
    meaning: 'names, classes and so on of one CSS selector',
    value: SELECTOR_MAX_PARTS,
    unit: 'parts',
  },
  { meaning: 'CSS selectors to exclude', value: SELECTORS_MAX_COUNT, unit: 'selectors' },
  { meaning: 'copy of a page kept for `maxAge`', value: CACHE_ENTRY_MAX_BYTES, unit: 'bytes' },
  { meaning: '`maxAge`', value: COPY_AGE_MAX_S, unit: 's' },
  { meaning: 'fetched feed, on the wire and unpacked', value: FEED_MAX_BYTES, unit: 'bytes' },
  { meaning: 'items of a feed', value: FEED_ITEMS_MAX_COUNT, unit: 'items' },
  { meaning: 'fetched PDF', value: PDF_BODY_MAX_BYTES, unit: 'bytes' },
  { meaning: 'pages of a PDF read in one call', value: PDF_PAGES_MAX_COUNT, unit: 'pages' },
  { meaning: 'one fetch with all its redirects', value: FETCH_DEADLINE_MS, unit: 'ms' },
  { meaning: 'fetches at once', value: FETCHES_MAX_COUNT, unit: 'fetches' },
  {
    meaning: 'redirects, also by pages that send their reader on at once',
    value: REDIRECTS_MAX_HOPS,
    unit: 'hops',
  },
  { meaning: 'parsing one document', value: JOB_DEADLINE_MS, unit: 'ms' },
  { meaning: 'parsing one PDF', value: PDF_DEADLINE_MS, unit: 'ms' },
  { meaning: 'heap while parsing', value: CHILD_HEAP_MAX_MB, unit: 'MiB' },
  { meaning: 'resident memory while parsing', value: CHILD_RSS_MAX_BYTES, unit: 'bytes' },
  { meaning: 'documents waiting to be parsed', value: QUEUE_MAX_JOBS, unit: 'documents' },
  { meaning: 'text of a QR code', value: QR_TEXT_MAX_CHARS, unit: 'characters' },
  { meaning: 'edge of a QR code', value: QR_SIZE_MAX_PX, unit: 'pixels' },
  { meaning: 'tokens in one wallet_balance', value: TOKENS_MAX_COUNT, unit: 'contracts' },
  { meaning: 'records in one resolve_name', value: RECORDS_MAX_COUNT, unit: 'records' },
  { meaning: 'call data in one gas question', value: CALL_DATA_MAX_BYTES, unit: 'bytes' },
  {
    meaning: 'one question to a chain, over all its endpoints',
    value: RPC_DEADLINE_MS,
    unit: 'ms',
  },
  { meaning: 'offchain gateways of one ENS name together', value: GATEWAY_DEADLINE_MS, unit: 'ms' },
  { meaning: 'answer of an offchain gateway', value: GATEWAY_BODY_MAX_BYTES, unit: 'bytes' },
  { meaning: 'request body, other routes', value: REQUEST_BODY_MAX_BYTES, unit: 'bytes' },
  { meaning: 'request body, `/convert`', value: CONVERT_BODY_MAX_BYTES, unit: 'bytes' },
  { meaning: 'converted text', value: CONVERT_RESULT_MAX_BYTES, unit: 'bytes' },
  { meaning: 'request body, MCP over HTTP', value: MCP_REQUEST_MAX_BYTES, unit: 'bytes' },
  {
    meaning: 'MCP result, text, image and structured content together',
    value: MCP_RESULT_MAX_BYTES,
    unit: 'bytes',
  },
  {
    meaning: 'sessions of 2025-era HTTP clients',
    value: SESSION_LIMITS.maxCount,
    unit: 'sessions',
  },
  { meaning: 'idle time of such a session', value: SESSION_LIMITS.idleMs, unit: 'ms' },
  ...CALLER_LIMITS,
  { meaning: 'life of an authorization that this wallet signs', value: LIFETIME_MAX_S, unit: 's' },
  {
    meaning: 'sendings of one payment in one call',
    value: SENDINGS_MAX_COUNT,
    unit: 'sendings',
  },
  {
    meaning: 'time for which an unanswered payment is shown again',
    value: RESEND_MAX_AGE_MS,
    unit: 'ms',
  },
  { meaning: 'chat message', value: MESSAGE_MAX_CHARS, unit: 'characters' },
  { meaning: 'HTML of a chat message', value: RENDERED_MAX_CHARS, unit: 'characters' },
  { meaning: 'formulas of a chat message', value: TEX_MAX_CHARS, unit: 'characters' },
  { meaning: 'table in a chat message', value: TABLE_MAX_CELLS, unit: 'cells' },
  { meaning: 'nesting in a chat message', value: RENDERED_MAX_NESTING, unit: 'levels' },
  { meaning: 'links by patterns in a chat message', value: LINKIFIER_MAX_MATCHES, unit: 'links' },
  { meaning: 'uploads shown below a chat message', value: PREVIEWS_MAX_COUNT, unit: 'uploads' },
  { meaning: 'chat topic', value: TOPIC_MAX_CHARS, unit: 'characters' },
  { meaning: 'chat channel name', value: CHANNEL_NAME_MAX_CHARS, unit: 'characters' },
  { meaning: 'chat channel description', value: CHANNEL_DESCRIPTION_MAX_CHARS, unit: 'characters' },
  { meaning: 'chat status text', value: STATUS_TEXT_MAX_CHARS, unit: 'characters' },
  { meaning: 'messages in one fetch', value: FETCH_MAX_MESSAGES, unit: 'messages' },
  { meaning: 'terms of a narrow', value: NARROW_MAX_TERMS, unit: 'terms' },
  { meaning: 'chat search', value: SEARCH_MAX_CHARS, unit: 'characters' },
  { meaning: 'words of a chat search', value: SEARCH_MAX_WORDS, unit: 'words' },
  {
    meaning: 'text of chat messages in one answer to a model',
    value: AGENT_MESSAGES_MAX_CHARS,
    unit: 'characters',
  },
  { meaning: 'wait of a model for chat events', value: AGENT_WAIT_MAX_SECONDS, unit: 'seconds' },
  {
    meaning: 'age of an unused cursor of chat events',
    value: AGENT_QUEUE_IDLE_SECONDS,
    unit: 'seconds',
  },
  { meaning: 'users in a direct conversation', value: CONVERSATION_MAX_USERS, unit: 'users' },
  {
    meaning: 'idle time of an event queue, unless its client asks for another',
    value: QUEUE_IDLE_DEFAULT_SECONDS,
    unit: 'seconds',
  },
  {
    meaning: 'idle time of an event queue at most',
    value: QUEUE_IDLE_MAX_SECONDS,
    unit: 'seconds',
  },
]
