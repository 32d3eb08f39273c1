import { badRequest } from '../failures.ts'
import { CALL_MAX_SUBSCRIPTIONS } from '../limits.ts'
import { findByShownEmail, findSeen } from '../people/find.ts'
import type { Chat, Reader, User } from '../port.ts'
import type { Member, Viewer } from '../viewer.ts'
import type { Principals } from './principal-inputs.ts'

/** The active users that are named. Throws for one that does not exist or is deactivated (spec 4.5). */
export async function principalUsers(
  chat: Chat,
  db: Reader,
  viewer: Viewer,
  named: Principals,
): Promise<User[]> {
  const users: User[] = []
  for (const one of named) {
    const user =
      typeof one === 'number'
        ? await findSeen(db, viewer, one)
        : await findByShownEmail(chat, db, viewer, one)
    if (!user) throw badRequest('No such user')
    if (!user.is_active) throw badRequest('User is deactivated')
    if (!users.some(({ id }) => id === user.id)) users.push(user)
  }
  return users
}

/** Whose subscriptions a call is about: of the named users, or of the caller where an empty list or none is sent. */
export async function principalsOr(
  chat: Chat,
  db: Reader,
  caller: Member,
  named: Principals = [],
): Promise<User[]> {
  return named.length > 0 ? principalUsers(chat, db, caller, named) : [caller.user]
}

/** Throws where one call would begin or end more subscriptions than a write may hold up others for. */
export function checkSubscriptionCount(channels: number, users: number): void {
  if (channels * users > CALL_MAX_SUBSCRIPTIONS) {
    throw badRequest(`Too many subscriptions in one call (maximum ${CALL_MAX_SUBSCRIPTIONS}).`)
  }
}
