import { type Limits, limitsInto } from '../../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const USER_LIMITS: Limits = []
const limit = limitsInto(USER_LIMITS)

/** Longest display name of a user. */
export const USER_NAME_MAX_CHARS = 100

/** Longest name that a program gives itself, before what tells it from others. */
export const AGENT_NAME_MAX_CHARS = limit(40, 'characters', 'name that an agent gives itself')

export const AGENT_SESSIONS_MAX_COUNT = limit(
  200,
  'sessions',
  'sessions of one program in the chat at once',
)

export const KEY_NAMES_MAX_COUNT = limit(20, 'names', 'chat names of one key of the key file')

/** Interval at which it is looked whether the rights to what is open have ended: that is closed within two seconds. */
export const RIGHTS_LOOK_INTERVAL_MS = 500

export const PROFILE_FIELDS_MAX_COUNT = limit(100, 'fields', 'fields of a chat profile')

/** Longest name of a profile field. */
export const FIELD_NAME_MAX_CHARS = 40

/** Longest hint of a profile field. */
export const FIELD_HINT_MAX_CHARS = 80

/** Longest short text of a profile. */
export const SHORT_FIELD_MAX_CHARS = 50

/** Longest long text of a profile. */
export const LONG_FIELD_MAX_CHARS = 500

export const SUMMARY_FIELDS_MAX_COUNT = limit(
  2,
  'fields',
  'fields of a chat profile that its summary shows',
)
