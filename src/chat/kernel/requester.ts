import { loadGroupsOf } from '../groups/membership.ts'
import { ROLES, SYSTEM_GROUPS } from '../groups/system-groups.ts'
import type { Realm } from '../organization/realm-settings.ts'
import { loadRealm } from '../organization/store-realm.ts'
import { badRequest, mustBeAdministrator } from './failures.ts'
import type { Reader, User } from './rows.ts'
import type { Actor, Chat } from './types.ts'
import { reader } from './unit-of-work.ts'

/** The requester: the account, its groups, and the organization. */
export interface Requester {
  /** Undefined for a visitor without an account. */
  user: User | undefined
  groups: ReadonlySet<number>
  realm: Realm
}

/** A requester with an account. */
export interface Member extends Requester {
  user: User
  client: string
}

/** Loads the requester for a signed-in caller. */
export async function loadMember(db: Reader, actor: Actor, nowMs: number): Promise<Member> {
  const realm = await loadRealm(db)
  const groups = await loadGroupsOf(db, actor.user, realm.waiting_period_threshold, nowMs)
  return { user: actor.user, client: actor.client, groups, realm }
}

/** A visitor without an account, who sees web-public channels only. */
async function loadVisitor(db: Reader): Promise<Requester> {
  return { user: undefined, groups: new Set([SYSTEM_GROUPS.internet]), realm: await loadRealm(db) }
}

/** Loads the requester for a caller with or without an account. */
export async function loadRequester(
  db: Reader,
  actor: Actor | undefined,
  nowMs: number,
): Promise<Requester> {
  return actor ? loadMember(db, actor, nowMs) : loadVisitor(db)
}

/** Whether the requester is an administrator or owner. */
export function isAdministrator({ user }: Requester): boolean {
  return user !== undefined && user.role <= ROLES.administrator
}

/** Whether the requester is a moderator, administrator or owner. */
export function isModerator({ user }: Requester): boolean {
  return user !== undefined && user.role <= ROLES.moderator
}

/** Whether the requester has no account or that of a guest. */
export function isGuest({ user }: Requester): boolean {
  return user === undefined || user.role >= ROLES.guest
}

/** Throws unless the requester is an administrator or owner. */
export function requireAdministrator(requester: Requester): void {
  if (!isAdministrator(requester)) throw mustBeAdministrator()
}

/** Throws unless the caller is an administrator or owner. */
export async function requireActingAdministrator(chat: Chat, actor: Actor): Promise<void> {
  requireAdministrator(await loadMember(reader(chat), actor, chat.now().getTime()))
}

/** Throws unless the requester may customize the organization, as administrators may (spec section 7: BAD_REQUEST). */
export function requireCustomizer(requester: Requester): void {
  if (!isAdministrator(requester)) throw badRequest('Must be an organization administrator')
}

/** Throws unless the requester is an owner (spec 5.5). */
export function requireOwner({ user }: Requester): void {
  if (user?.role !== ROLES.owner) throw badRequest('Must be an organization owner')
}
