import { type Limits, limitsInto } from '../../contract/limits.ts'
import { DAY_MINUTES, DAY_SECONDS } from '../../lib/durations.ts'

/** Limits of this file that callers may meet, for documents. */
export const INVITATION_LIMITS: Limits = []
const limit = limitsInto(INVITATION_LIMITS)

/** Invitations that one organization may have open. */
export const INVITATIONS_MAX_COUNT = 10_000

/** Invitations by e-mail that one member who is no administrator may make in a day, revoked ones included. */
export const INVITATIONS_MAX_PER_DAY = limit(
  100,
  'invitations',
  'invitations by e-mail of one member in a day',
)

/** Invitations by e-mail that all members together may make in a day, revoked ones included. */
export const ORGANIZATION_INVITATIONS_MAX_PER_DAY = 2_000

export const CALL_MAX_ADDRESSES = limit(100, 'addresses', 'addresses that one call invites')

/** Times that one invitation may be sent again. */
export const INVITATION_MAX_SENDINGS = 10

/** Pause between two sendings of one invitation. */
export const INVITATION_PAUSE_SECONDS = 60

/** Life of an invitation, where its inviter does not say. */
export const INVITATION_LIFE_MINUTES = 10 * DAY_MINUTES

/** Longest life of an invitation that ends. */
export const INVITATION_LIFE_MAX_MINUTES = 10 * 366 * DAY_MINUTES

/** Longest text of the organization or of an invitation in the welcome message. */
export const WELCOME_MAX_CHARS = 8_000

export const PASSWORD_LINK_MAX_SECONDS = limit(
  DAY_SECONDS,
  'seconds',
  'life of a link that sets a forgotten password',
)

/** Pause between two such links of one user, so that nobody can flood a mailbox. */
export const PASSWORD_LINK_PAUSE_SECONDS = 60
