/** Cap on one JSON-RPC request body over HTTP. */
export const MCP_REQUEST_MAX_BYTES = 4 * 1024 * 1024

/**
 * Cap on one message on stdin: `upload_file` takes 25 MiB, which are 33.4 MiB of base64. The sender owns this machine's
 * process, so the cap is there to survive a mistake.
 */
export const STDIO_MESSAGE_MAX_BYTES = 40 * 1024 * 1024

/**
 * Cap on one tool result, text, image and structured content together: hosts drop a connection over 10 MiB a
 * frame, and models cannot use a tenth of that.
 */
export const MCP_RESULT_MAX_BYTES = 1_000_000

/** Nesting of one JSON-RPC request: reading deeper ones would exhaust the stack. */
export const MCP_REQUEST_MAX_DEPTH = 64

/** Subscriptions of one client; more are refused, so that it cannot fill the memory. */
export const SUBSCRIPTIONS_MAX_COUNT = 100

/** Streams of 2026-07-28 clients that are open at once, of all callers and of one. */
export const LISTENS_MAX_COUNT = 1_000
export const LISTENS_PER_CALLER_MAX_COUNT = 100

/** Notices that a stream's reader may leave unread; further ones wait, each address once. */
export const UNREAD_NOTICES_MAX_COUNT = 100

/** Length of an address that may be subscribed to. */
export const SUBSCRIPTION_URI_MAX_CHARS = 2_048

/** Bounds on the sessions of 2025-era HTTP clients. */
export interface SessionLimits {
  maxCount: number
  idleMs: number
}

/** About 50 KB each: a thousand abandoned sessions cost some 50 MB for half an hour. */
export const SESSION_LIMITS: SessionLimits = { maxCount: 1_000, idleMs: 30 * 60_000 }
