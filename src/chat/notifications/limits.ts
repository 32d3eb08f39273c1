import { type Limits, limitsInto } from '../../contract/limits.ts'
import { DAY_SECONDS } from '../../lib/durations.ts'

/** Limits of this file that callers may meet, for documents. */
export const NOTIFICATION_LIMITS: Limits = []
const limit = limitsInto(NOTIFICATION_LIMITS)

export const DEVICES_MAX_COUNT = limit(50, 'devices', 'devices of one chat user')

/** Longest token of an older client. */
export const PUSH_TOKEN_MAX_CHARS = 4_096

/** Longest registration of a token with the relay. */
export const REGISTRATION_MAX_CHARS = 16_000

/** Notifications that wait for the relay; the oldest are dropped first. */
export const PUSHES_MAX_COUNT = 10_000

/** A notification or registration that the relay has not accepted within this time is dropped. */
export const PUSH_MAX_AGE_SECONDS = limit(
  DAY_SECONDS,
  'seconds',
  'time for which a notification is kept that the relay does not take',
)

/** Unread messages that wait to be mailed, of all users; the oldest are dropped first. */
export const MISSED_MAX_COUNT = 100_000

/** A mail of missed messages that could not be sent within this time is dropped. */
export const MISSED_MAX_AGE_SECONDS = DAY_SECONDS
