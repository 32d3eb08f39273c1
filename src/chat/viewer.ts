import { badRequest, mustBeAdministrator } from './failures.ts'
import { groupsOf } from './groups/membership.ts'
import { ROLES, SYSTEM_GROUPS } from './groups/system-groups.ts'
import type { Actor, Reader, User } from './port.ts'
import type { Realm } from './realm/settings.ts'
import { loadRealm } from './realm/store-realm.ts'

/** Somebody who looks at or changes the chat: the account, what it belongs to, and the organization. */
export interface Viewer {
  /** Undefined for a visitor without an account. */
  user: User | undefined
  groups: ReadonlySet<number>
  realm: Realm
}

/** A viewer with an account. */
export interface Member extends Viewer {
  user: User
  client: string
}

/** The viewer behind a signed-in caller. */
export async function loadMember(db: Reader, actor: Actor, nowMs: number): Promise<Member> {
  const realm = await loadRealm(db)
  const groups = await groupsOf(db, actor.user, realm.waiting_period_threshold, nowMs)
  return { user: actor.user, client: actor.client, groups, realm }
}

/** A visitor without an account, who sees web-public channels only. */
async function loadVisitor(db: Reader): Promise<Viewer> {
  return { user: undefined, groups: new Set([SYSTEM_GROUPS.internet]), realm: await loadRealm(db) }
}

/** The viewer behind a caller with or without an account. */
export async function loadViewer(
  db: Reader,
  actor: Actor | undefined,
  nowMs: number,
): Promise<Viewer> {
  return actor ? loadMember(db, actor, nowMs) : loadVisitor(db)
}

/** Whether the viewer is an administrator or owner. */
export function isAdministrator({ user }: Viewer): boolean {
  return user !== undefined && user.role <= ROLES.administrator
}

/** Whether the viewer is a moderator, administrator or owner. */
export function isModerator({ user }: Viewer): boolean {
  return user !== undefined && user.role <= ROLES.moderator
}

/** Whether the viewer has no account or that of a guest. */
export function isGuest({ user }: Viewer): boolean {
  return user === undefined || user.role >= ROLES.guest
}

/** Throws unless the viewer is an administrator or owner. */
export function requireAdministrator(viewer: Viewer): void {
  if (!isAdministrator(viewer)) throw mustBeAdministrator()
}

/** Throws unless the viewer may customize the organization, as administrators may (spec section 7: BAD_REQUEST). */
export function requireCustomizer(viewer: Viewer): void {
  if (!isAdministrator(viewer)) throw badRequest('Must be an organization administrator')
}

/** Throws unless the viewer is an owner (spec 5.5). */
export function requireOwner({ user }: Viewer): void {
  if (user?.role !== ROLES.owner) throw badRequest('Must be an organization owner')
}
