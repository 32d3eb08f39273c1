import { CONVERT_BODY_MAX_BYTES, CONVERT_RESULT_MAX_BYTES } from '../../convert/limits.ts'
import {
  PICTURE_MAX_EDGE_PX,
  PICTURES_MAX_BYTES,
  READ_MAX_CHARS,
  READ_MAX_COUNT,
} from '../../core/reading/limits.ts'
import { FIND_MAX_CHARS } from '../../core/run/find-field.ts'
import {
  COPY_AGE_MAX_S,
  SELECTORS_MAX_COUNT,
  SELECTOR_MAX_CHARS,
  SELECTOR_MAX_PARTS,
} from '../../extract/limits.ts'
import { FEED_ITEMS_MAX_COUNT, FEED_MAX_BYTES } from '../../feed/limits.ts'
import { REQUEST_BODY_MAX_BYTES } from '../../http/limits.ts'
import { FOUND_MAX_COUNT } from '../../markdown/limits.ts'
import {
  CLIENT_FACTS_MAX_BYTES,
  MCP_REQUEST_MAX_BYTES,
  MCP_REQUEST_MAX_DEPTH,
  MCP_RESULT_MAX_BYTES,
  STDIO_MESSAGE_MAX_BYTES,
} from '../../mcp/limits.ts'
import { CACHE_ENTRY_MAX_BYTES } from '../../net/cache/limits.ts'
import {
  HTML_BODY_MAX_BYTES,
  REDIRECTS_MAX_HOPS,
  ROOM_WAIT_MAX_MS,
  URL_MAX_CHARS,
} from '../../net/limits.ts'
import {
  CALL_DATA_MAX_BYTES,
  GATEWAY_BODY_MAX_BYTES,
  GATEWAY_DEADLINE_MS,
  RECORDS_MAX_COUNT,
  RPC_DEADLINE_MS,
  TOKENS_MAX_COUNT,
} from '../../onchain/limits.ts'
import {
  CALLER_LIMITS,
  LIFETIME_MAX_S,
  RESEND_MAX_AGE_MS,
  SENDINGS_MAX_COUNT,
} from '../../pay/limits.ts'
import { PDF_BODY_MAX_BYTES, PDF_DEADLINE_MS, PDF_PAGES_MAX_COUNT } from '../../pdf/limits.ts'
import { QR_SIZE_MAX_PX, QR_TEXT_MAX_CHARS } from '../../qr/limits.ts'
import { WATCHED_QUEUES_MAX_COUNT } from '../../remote/chat/limits.ts'
import { CHILD_HEAP_MAX_MB } from '../../sandbox/limits.ts'
import type { Limit } from './limit.ts'

/** What a caller of any operation may meet. */
export const callLimits: readonly Limit[] = [
  { meaning: 'address', value: URL_MAX_CHARS, unit: 'characters' },
  { meaning: 'fetched page, on the wire and unpacked', value: HTML_BODY_MAX_BYTES, unit: 'bytes' },
  { meaning: 'addresses of one call of `read`', value: READ_MAX_COUNT, unit: 'addresses' },
  { meaning: 'text of one call of `read`', value: READ_MAX_CHARS, unit: 'characters' },
  { meaning: 'pictures of one call of `read`, together', value: PICTURES_MAX_BYTES, unit: 'bytes' },
  { meaning: 'edge of a picture that `read` shows', value: PICTURE_MAX_EDGE_PX, unit: 'pixels' },
  { meaning: 'words to look for in a document', value: FIND_MAX_CHARS, unit: 'characters' },
  { meaning: 'parts of a document shown for these words', value: FOUND_MAX_COUNT, unit: 'parts' },
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
  { meaning: 'wait of a fetch for room for its body', value: ROOM_WAIT_MAX_MS, unit: 'ms' },
  {
    meaning: 'redirects, also by pages that send their reader on at once',
    value: REDIRECTS_MAX_HOPS,
    unit: 'hops',
  },
  { meaning: 'parsing one PDF', value: PDF_DEADLINE_MS, unit: 'ms' },
  { meaning: 'heap while parsing', value: CHILD_HEAP_MAX_MB, unit: 'MiB' },
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
  { meaning: 'message, MCP on stdin', value: STDIO_MESSAGE_MAX_BYTES, unit: 'bytes' },
  { meaning: 'nesting of JSON in a request', value: MCP_REQUEST_MAX_DEPTH, unit: 'levels' },
  {
    meaning: 'MCP result, text, image and structured content together',
    value: MCP_RESULT_MAX_BYTES,
    unit: 'bytes',
  },
  {
    meaning: 'event queues at another chat server that are watched at once',
    value: WATCHED_QUEUES_MAX_COUNT,
    unit: 'queues',
  },
  {
    meaning: 'what the client of a session may say of its capabilities',
    value: CLIENT_FACTS_MAX_BYTES,
    unit: 'bytes',
  },
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
]
