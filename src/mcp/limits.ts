import { DAY_MS, MINUTE_MS } from '../lib/durations.ts'
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

/** Cap on what a result carries for the page of a host besides, as JSON. */
export const VIEW_DATA_MAX_BYTES = 500_000

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
  idleMs: 30 * MINUTE_MS,
  silentMs: 10_000,
}

/** Idle sessions whose server instance is kept, some 200 KB each; that of others is built again, in about a millisecond. */
export const READY_SESSIONS_MAX_COUNT = 32

/** What a client may say of itself and its capabilities, which a session keeps. */
export const CLIENT_FACTS_MAX_BYTES = 16 * 1024

/** When a client may try again that found no room for a session or stream. */
export const NO_ROOM_RETRY_S = 30

/** After how long a call becomes a task, for clients that know tasks. What is done sooner needs no second request. */
export const TASK_AFTER_MS = 3_000

/** How long a task is kept, from its beginning. */
export const TASK_TTL_MS = DAY_MS

/** How often a client should ask for a task. */
export const TASK_POLL_MS = 2_000

/** Longest result of a task, as JSON: twice `MCP_RESULT_MAX_BYTES`, since what is quoted gets longer. */
export const TASK_RESULT_MAX_BYTES = 2 * MCP_RESULT_MAX_BYTES

/** Longest arguments of a call that may become a task: they are kept with it. */
export const TASK_ARGUMENTS_MAX_BYTES = 256 * 1024

/** What a client may answer at once to the questions of a task. */
export const TASK_ANSWERS_MAX_BYTES = 64 * 1024

/** What a row of a task takes besides. */
export const TASK_ROW_BYTES = 1_000

/** What the tasks of one principal may take, those at work by the longest result that they may have; strangers have a quarter. */
export const TASKS_PER_PRINCIPAL_MAX_BYTES = 250_000_000

/** What all tasks may take. */
export const TASKS_MAX_BYTES = 2_500_000_000

/** A process that says nothing for this long counts as dead, and others take over its tasks. */
export const RUNNER_LEASE_MS = 10_000

/** How often a process that has tasks says that it lives, and looks which of them were cancelled: one query for all. */
export const RUNNER_BEAT_MS = 3_000

/** How often a process looks for changes of tasks that its clients listen to and others run: one query for all. */
export const TASK_WATCH_MS = 1_000
