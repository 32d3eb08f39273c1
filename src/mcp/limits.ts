import type { Caps } from './fair-set.ts'

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

/** Notices that a stream's reader may leave unread; further ones wait, each address once. */
export const UNREAD_NOTICES_MAX_COUNT = 100

/** Length of an address that may be subscribed to. */
export const SUBSCRIPTION_URI_MAX_CHARS = 2_048

/** Addresses together that never change and that a client subscribes to all the same: they are kept, for anybody. */
export const LIFELESS_URIS_MAX_CHARS = 8 * 1024

/** Bounds on the sessions of 2025-era HTTP clients, and on event streams of all clients: as many of these, counted alike. */
export interface SessionLimits extends Caps {
  /** Life of a session that is not used. */
  idleMs: number
  /** Life of an anonymous session whose client says nothing after its first message. */
  silentMs: number
}

/**
 * A thousand sessions cost some 10 MB. A team shares a key, hence a hundred for each; behind one address are the few programs of
 * a person or an office, and those who need more may get a key. Clients say `initialized` within a round trip.
 */
export const SESSION_LIMITS: SessionLimits = {
  maxCount: 1_000,
  perCallerMaxCount: 100,
  perAddressMaxCount: 20,
  idleMs: 30 * 60_000,
  silentMs: 10_000,
}

/** Idle sessions whose server instance is kept, some 200 KB each; that of others is built again, in about a millisecond. */
export const READY_SESSIONS_MAX_COUNT = 32

/** What a client may say of itself and its capabilities, which a session keeps. */
export const CLIENT_FACTS_MAX_BYTES = 16 * 1024

/** When a client may try again that found no room for a session or stream. */
export const NO_ROOM_RETRY_S = 30
