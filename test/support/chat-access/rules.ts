import type { CallerIdentity, Body, Place, Spot } from './things.ts'

/** The expected result: the thing requested; a refusal; or exactly the result for a thing that does not exist. */
export type Verdict = 'yes' | 'no' | 'as if missing'

/** Visibility of a channel to a user: its messages, its existence, or nothing. */
export type Sight = 'content' | 'settings' | 'nothing'

/** Owners and administrators (spec 2.1). */
export const isAdministrator = (asker: CallerIdentity): boolean =>
  asker === 'owner' || asker === 'administrator'

/** Without an account, or a guest: sees no channel merely because it is public. */
export const isLimited = (asker: CallerIdentity): boolean =>
  asker === 'guest' || asker === 'anonymous'

/** Anybody whom the operation admits. */
export const everybody = (): Verdict => 'yes'

/** Nobody: there is nothing that the request could succeed on. */
export const nobody = (): Verdict => 'no'

/** Owners and administrators only. */
export const administrators = (asker: CallerIdentity): Verdict =>
  isAdministrator(asker) ? 'yes' : 'no'

/** Owners only. */
export const owners = (asker: CallerIdentity): Verdict => (asker === 'owner' ? 'yes' : 'no')

/** All but guests. */
export const members = (asker: CallerIdentity): Verdict => (isLimited(asker) ? 'no' : 'yes')

/** All but bots. */
export const people = (asker: CallerIdentity): Verdict => (asker === 'bot' ? 'no' : 'yes')

/** The one to whom it belongs. */
export const mine = (_: CallerIdentity, whose: 'mine' | "other's"): Verdict =>
  whose === 'mine' ? 'yes' : 'as if missing'

/** Whether a user is subscribed. */
export function isIn(asker: CallerIdentity, place: Place): boolean {
  if (asker === 'anonymous') return false
  if (place === 'own') return asker !== 'guest'
  return place === 'private subscribed' || place === 'protected'
}

/** Spec 2.2, 4.5 and 5.4: private channels are for subscribers, public ones for all but guests, web-public ones for all. */
export function sightOf(asker: CallerIdentity, place: Place): Sight {
  if (isIn(asker, place) || place === 'web-public') return 'content'
  const isPrivate = place === 'private' || place === 'archived private'
  if (!isPrivate) return isLimited(asker) ? 'nothing' : 'content'
  // Administrators know of every channel (spec 4.5, `include_all`), which does not let them read.
  return isAdministrator(asker) ? 'settings' : 'nothing'
}

/** Whether a user may read a message. */
export function mayRead(asker: CallerIdentity, spot: Spot): boolean {
  if (spot === 'before joining' || spot === "others' direct") return false
  if (spot === 'mine' || spot === 'direct to me') return asker !== 'anonymous'
  return sightOf(asker, spot) === 'content'
}

/** Whether a user received a message: the scope of narrows without a channel (spec 4.2). */
export function hasReceived(asker: CallerIdentity, spot: Spot): boolean {
  if (spot === 'mine' || spot === 'direct to me') return asker !== 'anonymous'
  if (spot === 'before joining' || spot === "others' direct") return false
  return isIn(asker, spot)
}

/** Whether a guest with limited access sees a user; everybody else does. */
export function seesUser(asker: CallerIdentity, body: Body): boolean {
  return asker !== 'guest' || body === 'peer'
}

/** For operations on messages that only need to be readable. */
export const reading = (asker: CallerIdentity, spot: Spot): Verdict =>
  mayRead(asker, spot) ? 'yes' : 'as if missing'

/** For operations on the caller's own messages. */
export const writingOwn = (asker: CallerIdentity, spot: Spot): Verdict =>
  !mayRead(asker, spot) ? 'as if missing' : isMine(asker, spot) ? 'yes' : 'no'

/** Whether the message was sent by who asks. */
export function isMine(asker: CallerIdentity, spot: Spot): boolean {
  return spot === 'mine' || (spot === 'own' && !isLimited(asker))
}

/** For operations that need no more than to know of a channel. */
export const knowing = (asker: CallerIdentity, place: Place): Verdict =>
  sightOf(asker, place) === 'nothing' ? 'as if missing' : 'yes'

/** For operations that need the messages of a channel. */
export const readingChannel = (asker: CallerIdentity, place: Place): Verdict =>
  sightOf(asker, place) === 'content' ? 'yes' : 'as if missing'

/** For operations of who administers a channel: administrators, and who made it (`can_administer_channel_group`). */
export const administering = (asker: CallerIdentity, place: Place): Verdict => {
  if (sightOf(asker, place) === 'nothing') return 'as if missing'
  return isAdministrator(asker) || (place === 'own' && !isLimited(asker)) ? 'yes' : 'no'
}

/** For operations of subscribers. */
export const subscribed = (asker: CallerIdentity, place: Place): Verdict => {
  if (sightOf(asker, place) === 'nothing') return 'as if missing'
  return isIn(asker, place) ? 'yes' : 'no'
}

/** For sending: guests only where they are subscribed, and nobody to an archived channel. */
export const sending = (asker: CallerIdentity, place: Place): Verdict => {
  const sight = sightOf(asker, place)
  if (sight === 'nothing') return 'as if missing'
  if (place.startsWith('archived') || sight === 'settings') return 'no'
  return asker === 'guest' && !isIn(asker, place) ? 'no' : 'yes'
}

/** For lists of subscribers: users who may read the channel, and administrators; guests only as subscribers. */
export const seeingSubscribers = (asker: CallerIdentity, place: Place): Verdict => {
  if (sightOf(asker, place) === 'nothing') return 'as if missing'
  return asker === 'guest' && !isIn(asker, place) ? 'no' : 'yes'
}

/** For operations on users that need no more than to see them. */
export const seeing = (asker: CallerIdentity, body: Body): Verdict =>
  seesUser(asker, body) ? 'yes' : 'as if missing'

/** For operations on other users by administrators: everybody else learns nothing. */
export const governing = (asker: CallerIdentity): Verdict =>
  isAdministrator(asker) ? 'yes' : 'as if missing'
