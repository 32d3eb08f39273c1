import { type Limits, limitsInto } from '../../contract/limits.ts'
import { HOUR_SECONDS } from '../../lib/durations.ts'
import type { RateRule } from '../../lib/rate-limit.ts'

/** Limits of this file that callers may meet, for documents. */
export const REMOTE_CHAT_LIMITS: Limits = []
const limit = limitsInto(REMOTE_CHAT_LIMITS)

/** Longest wait for one answer of a chat server, its long-polls aside. */
export const CHAT_ANSWER_MAX_MS = 20_000

/** Longest wait for the end of a long-poll: servers send a heartbeat every minute. */
export const CHAT_POLL_MAX_MS = 100_000

/** Longest answer of a chat server: the list of users of a large organization. */
export const CHAT_ANSWER_MAX_BYTES = 16 * 1024 * 1024

/** Largest file that is sent to a chat server, or read from one: larger ones may time out there (chat spec 4.6). */
export const CHAT_FILE_MAX_BYTES = limit(
  25 * 1024 * 1024,
  'bytes',
  'file that is sent to another chat server, or read from one',
)

/** Events that are kept for those who wait with an older cursor. */
export const FEED_MAX_EVENTS = 2_000

/** Characters of JSON that events kept for late readers may take. */
export const FEED_MAX_CHARS = 8 * 1024 * 1024

/** How long a chat server is asked to keep the queue of an agent that does something else meanwhile. */
export const FEED_IDLE_SECONDS = HOUR_SECONDS

/** First pause after a poll that failed; each further one is twice as long. */
export const FEED_RETRY_FIRST_MS = 1_000

/** Longest pause between polls that fail. */
export const FEED_RETRY_MAX_MS = 60_000

/** How long it is asked to keep the queue of those who watch addresses, which is polled all the time. */
export const WATCH_IDLE_SECONDS = 600

/**
 * Requests that watching may make, however much happens: two a second and a thousand an hour, some more at first.
 * Servers count them together with the calls of agents, and allow 200 a minute and 2,000 an hour.
 */
export const WATCH_REQUESTS: readonly RateRule[] = [
  { count: 40, seconds: 20 },
  { count: 150, seconds: 540 },
]

/** Messages whose places are looked up at once; where more were touched, everything is taken for touched. */
export const WATCH_LOOKUP_MAX_COUNT = 200

/** Event queues at a chat server that are watched at once: each is looked into whenever something happens. */
export const WATCHED_QUEUES_MAX_COUNT = limit(
  10,
  'queues',
  'event queues at another chat server that are watched at once',
)

/** Longest wait for something to happen, before waiting anew. */
export const WATCH_ROUND_MS = 600_000

/** Event queues of agents whose places are remembered; of more, the ones that were quiet for longest are forgotten. */
export const QUEUES_KEPT_MAX_COUNT = 200

/** How long names of channels and people are remembered. */
export const DIRECTORY_MAX_AGE_MS = 60_000

/** Oldest supported feature level of a chat server: that of Zulip Server 10. */
export const FEATURE_LEVEL_MIN = 367
