import { type Limits, limitsInto } from '../contract/limits.ts'
import { DAY_MS, MINUTE_MS } from '../lib/durations.ts'
import type { Caps } from './fair-set.ts'

/** Limits of this file that callers may meet, for documents. */
export const MCP_LIMITS: Limits = []
const limit = limitsInto(MCP_LIMITS)

const OWN_GOES = 'its own longest idle one goes, else 429 with `Retry-After`'

export const MCP_REQUEST_MAX_BYTES = limit(4 * 1024 * 1024, 'bytes', 'request body, MCP over HTTP')

/**
 * Cap on one message on stdin: `upload_file` takes 25 MiB, which are 33.4 MiB of base64. The sender owns this machine's
 * process, so the cap is there to survive a mistake.
 */
export const STDIO_MESSAGE_MAX_BYTES = limit(40 * 1024 * 1024, 'bytes', 'message, MCP on stdin')

/** How long a connection on stdin lives on after its end for what is still to be answered; as long as a server that stops. */
export const STDIO_ANSWER_MAX_MS = 5_000

/**
 * Cap on one tool result, text, image and structured content together: hosts drop a connection over 10 MiB a
 * frame, and models cannot use a tenth of that.
 */
export const MCP_RESULT_MAX_BYTES = limit(
  1_000_000,
  'bytes',
  'MCP result, text, image and structured content together',
)

/** Largest file of the chat that is read as a resource: in Base64 it still fits into a frame. */
export const FILE_RESOURCE_MAX_BYTES = limit(
  5_000_000,
  'bytes',
  'File of the chat, read as an MCP resource',
)

/** Cap on what a result carries for the page of a host besides, as JSON. */
export const VIEW_DATA_MAX_BYTES = 500_000

/** Nesting of one JSON-RPC request: reading deeper ones would exhaust the stack. */
export const MCP_REQUEST_MAX_DEPTH = limit(64, 'levels', 'nesting of JSON in a request')

export const MCP_BATCH_MAX_COUNT = limit(100, 'messages', 'JSON-RPC messages at once')

/** Subscriptions of one client; more are refused, so that it cannot fill the memory. */
export const SUBSCRIPTIONS_MAX_COUNT = limit(
  100,
  'resources',
  'resources that one MCP client subscribes to',
  { counts: 'client', over: 'a JSON-RPC error' },
)

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
  maxCount: limit(
    1_000,
    'of each',
    'sessions of 2025-era MCP clients, and event streams over MCP, of all callers',
    {
      counts: 'server',
      over: 'an idle one of a stranger goes, else 503 with `Retry-After`',
      setting: 'mcp-sessions',
    },
  ),
  perCallerMaxCount: limit(
    100,
    'of each',
    'sessions of 2025-era MCP clients, and event streams over MCP, of one key or chat account',
    {
      counts: 'key or chat account',
      over: OWN_GOES,
      setting: 'mcp-sessions-per-caller',
    },
  ),
  perAddressMaxCount: limit(
    20,
    'of each',
    'sessions of 2025-era MCP clients, and event streams over MCP, of callers without a key at one address',
    {
      counts: 'address without a key',
      over: OWN_GOES,
      setting: 'mcp-sessions-per-address',
    },
  ),
  idleMs: limit(30 * MINUTE_MS, 'ms', 'idle time of an MCP session', {
    counts: 'client',
    over: 'it ends',
  }),
  silentMs: limit(
    10_000,
    'ms',
    'time for which an anonymous MCP client may be silent after it opened a session',
    { counts: 'client', over: 'it ends' },
  ),
}

/** Idle sessions whose server instance is kept, some 200 KB each; that of others is built again, in about a millisecond. */
export const READY_SESSIONS_MAX_COUNT = 32

export const CLIENT_FACTS_MAX_BYTES = limit(
  16 * 1024,
  'bytes',
  'what the client of an MCP session may say of its capabilities',
)

/** When a client may try again that found no room for a session or stream. */
export const NO_ROOM_RETRY_S = 30

/** Time after which a call becomes a task, for clients that know tasks. What is done sooner needs no second request. */
export const TASK_AFTER_MS = 3_000

export const TASK_TTL_MS = limit(
  DAY_MS,
  'ms',
  'time for which a task is kept, from its beginning',
  { counts: 'call', over: 'it is unknown' },
)

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

export const TASKS_PER_PRINCIPAL_MAX_BYTES = limit(
  250_000_000,
  'bytes',
  'tasks of one caller in the store; one at work counts as its longest possible result',
  {
    counts: 'principal',
    over: 'calls are answered when they are done; callers without a key have a quarter',
  },
)
export const TASKS_MAX_BYTES = limit(2_500_000_000, 'bytes', 'tasks of all callers in the store', {
  counts: 'server',
  over: 'calls are answered when they are done',
})

/** A process that says nothing for this long counts as dead, and others take over its tasks. */
export const RUNNER_LEASE_MS = 10_000

/** How often a process that has tasks says that it lives, and looks which of them were cancelled: one query for all. */
export const RUNNER_BEAT_MS = 3_000

/** How often a process looks for changes of tasks that its clients listen to and others run: one query for all. */
export const TASK_WATCH_MS = 1_000
