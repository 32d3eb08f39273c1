import { type Limits, limitsInto } from '../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const ONCHAIN_LIMITS: Limits = []
const limit = limitsInto(ONCHAIN_LIMITS)

/** Milliseconds for one request to one endpoint of a chain. */
export const RPC_TRY_MAX_MS = 2000

export const RPC_DEADLINE_MS = limit(
  6800,
  'ms',
  'one reading of a chain, until no further endpoint is asked',
)

/** Bytes of one answer of an endpoint. */
export const RPC_BODY_MAX_BYTES = 2 * 1024 * 1024

export const TOKENS_MAX_COUNT = limit(200, 'contracts', 'tokens in one wallet_balance')

/** Characters of an ENS name as it is asked for. */
export const NAME_MAX_CHARS = 255

export const RECORDS_MAX_COUNT = limit(10, 'records', 'records in one resolve_name')

/** Characters of one text record that is handed out. */
export const RECORD_MAX_CHARS = 2000

/** Characters of a token's symbol that are handed out. */
export const SYMBOL_MAX_CHARS = 32

/** Characters of a token's name that are handed out. */
export const TOKEN_NAME_MAX_CHARS = 100

/** Bytes of one answer of an offchain gateway (ERC-3668). */
export const GATEWAY_BODY_MAX_BYTES = limit(64 * 1024, 'bytes', 'answer of an offchain gateway')

export const GATEWAY_DEADLINE_MS = limit(3000, 'ms', 'offchain gateways of one ENS name together')

/** Gateways that are tried for one lookup. */
export const GATEWAY_URLS_MAX_COUNT = 4

/** Requests to offchain gateways for one name, with all its records. */
export const GATEWAY_REQUESTS_MAX_COUNT = 16

/** Bytes of a contract's request for an offchain lookup. */
export const LOOKUP_MAX_BYTES = 64 * 1024

/** Milliseconds for one request to a price provider. */
export const PRICE_TRY_MAX_MS = 1500

/** Bytes of one answer of a price provider. */
export const PRICE_BODY_MAX_BYTES = 256 * 1024

/** Gas limit that a cost may be estimated for. */
export const GAS_LIMIT_MAX = 60_000_000n

export const CALL_DATA_MAX_BYTES = limit(8 * 1024, 'bytes', 'call data in one gas question')

export const SIGNATURE_MAX_CHARS = limit(
  1000,
  'characters',
  'signature of a function of a contract',
)

export const CONTRACT_CALL_MAX_BYTES = limit(8 * 1024, 'bytes', 'arguments of one contract_read')

/** Characters of values that are given out of one answer. */
export const VALUES_MAX_CHARS = 100_000

/** Characters of the reason that a contract gives for refusing. */
export const REASON_MAX_CHARS = 300

export const TRANSFERS_MAX_COUNT = limit(
  100,
  'transfers',
  'transfers in one transaction that are listed',
)

/** Tokens whose symbols are looked up for one transaction. */
export const TRANSFER_TOKENS_MAX_COUNT = 20

/** Bytes of call data that are decoded. */
export const DECODED_CALL_MAX_BYTES = 24 * 1024
