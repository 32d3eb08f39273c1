import { type Limits, limitsInto } from '../../contract/limits.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../lib/durations.ts'

/** Limits of this file that callers may meet, for documents. */
export const EVENT_LIMITS: Limits = []
const limit = limitsInto(EVENT_LIMITS)

export const QUEUE_IDLE_DEFAULT_SECONDS = limit(
  600,
  'seconds',
  'idle time of an event queue, unless its client asks for another',
)

/** Idle time after which a queue of a client that says `mobile` is removed. */
export const QUEUE_IDLE_MOBILE_SECONDS = 12 * HOUR_SECONDS

/** Queues that one account may have at once: the log keeps what the slowest of them has not read. */
export const QUEUES_MAX_PER_USER = limit(200, 'queues', 'event queues of one chat account', {
  counts: 'chat account',
  over: 'an error, until one is deleted',
})

/** Shortest idle time: a waiting client only shows activity at every heartbeat. */
export const QUEUE_IDLE_MIN_SECONDS = 90

export const QUEUE_IDLE_MAX_SECONDS = limit(
  7 * DAY_SECONDS,
  'seconds',
  'idle time of an event queue at most',
)

/**
 * A waiting poll gets a heartbeat after a time between these (spec section 6: every minute). Proxies end a request that is idle for
 * 60 seconds, and polls that began together shall not all come back together.
 */
export const HEARTBEAT_MIN_MS = 45_000

export const HEARTBEAT_MAX_MS = 50_000

/** How long a client should wait for a poll before it gives the connection up. */
export const LONG_POLL_ADVERTISED_SECONDS = 90

/** Events in one response; the rest comes with the next poll. */
export const POLL_MAX_EVENTS = 1_000

/** Text of events in one response, after which no further event is added; a caller may have hundreds of polls. */
export const POLL_MAX_CHARS = 1_000_000

/** Events that are kept for queues: a queue that falls further behind is ended. */
export const LOG_MAX_EVENTS = limit(200_000, 'events', 'events that wait for slow clients')

/** Text of events that is kept for queues, beside the newest of them. */
export const LOG_MAX_CHARS = limit(
  500_000_000,
  'characters',
  'text of events that wait for slow clients',
  {
    counts: 'organization',
    over: 'the oldest go, and queues that need them end: `BAD_EVENT_QUEUE_ID`',
  },
)

/** No event is kept for longer than any queue may be idle. */
export const LOG_MAX_AGE_SECONDS = limit(
  7 * DAY_SECONDS,
  'seconds',
  'age of events that wait for slow clients',
)

/** Kinds of events, or capabilities, that one registration may list. */
export const REGISTRATION_MAX_KINDS = 200

/** Text of events in one response to a model, after which no further event is added. */
export const AGENT_EVENTS_MAX_CHARS = 200_000

/** Longest wait of one call for events: hosts give up on tools after a minute. */
export const AGENT_WAIT_MAX_SECONDS = limit(50, 'seconds', 'wait of a model for chat events')

/** Choices of one question, and characters of each. */
export const ASK_CHOICES_MAX_COUNT = 20

export const ASK_CHOICE_MAX_CHARS = 200

export const AGENT_QUEUE_IDLE_SECONDS = limit(
  HOUR_SECONDS,
  'seconds',
  'age of an unused cursor of chat events',
)

export const AGENT_CURSORS_MAX_COUNT = limit(
  20,
  'cursors',
  'cursors of chat events that an agent uses at the same time',
  { counts: 'chat account', over: 'the oldest one ends' },
)
