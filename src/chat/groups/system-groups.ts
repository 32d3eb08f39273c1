import { DAY_MS } from '../../lib/durations.ts'
import type { User } from '../kernel/rows.ts'

/** Ids of the system groups, which every database has from its first migration on. */
export const SYSTEM_GROUPS = {
  internet: 1,
  everyone: 2,
  members: 3,
  fullMembers: 4,
  moderators: 5,
  administrators: 6,
  owners: 7,
  nobody: 8,
} as const

/** Highest id of a system group. */
const SYSTEM_GROUP_MAX_ID = 8

/** Roles (spec 2.1). */
export const ROLES = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const

/** Whether an id is that of a system group. */
export function isSystemGroup(id: number): boolean {
  return id <= SYSTEM_GROUP_MAX_ID
}

/** The user fields that decide the system groups. */
export type Ranked = Pick<User, 'role' | 'joined_at'>

/** Whether a member has been here for as long as the organization asks of a full one. */
export function isFullMember(user: Ranked, waitingDays: number, nowMs: number): boolean {
  if (user.role < ROLES.member) return true
  return user.role === ROLES.member && user.joined_at <= nowMs - waitingDays * DAY_MS
}

/** The system groups that a user is in, directly or through another one. */
export function systemGroupsOf(user: Ranked, waitingDays: number, nowMs: number): number[] {
  const { role } = user
  const groups: number[] = [SYSTEM_GROUPS.internet, SYSTEM_GROUPS.everyone]
  if (role <= ROLES.member) groups.push(SYSTEM_GROUPS.members)
  if (isFullMember(user, waitingDays, nowMs)) groups.push(SYSTEM_GROUPS.fullMembers)
  if (role <= ROLES.moderator) groups.push(SYSTEM_GROUPS.moderators)
  if (role <= ROLES.administrator) groups.push(SYSTEM_GROUPS.administrators)
  if (role <= ROLES.owner) groups.push(SYSTEM_GROUPS.owners)
  return groups
}

/** The one system group that a user is a direct member of, as group listings show it. */
export function directSystemGroupsOf(user: Ranked, waitingDays: number, nowMs: number): number[] {
  switch (user.role) {
    case ROLES.owner:
      return [SYSTEM_GROUPS.owners]
    case ROLES.administrator:
      return [SYSTEM_GROUPS.administrators]
    case ROLES.moderator:
      return [SYSTEM_GROUPS.moderators]
    case ROLES.guest:
      return [SYSTEM_GROUPS.everyone]
    default:
      return isFullMember(user, waitingDays, nowMs)
        ? [SYSTEM_GROUPS.members, SYSTEM_GROUPS.fullMembers]
        : [SYSTEM_GROUPS.members]
  }
}
