import { canReadChannel, loadKnownChannels, type SeenChannel } from '../channels/access.ts'
import { mayAddOthers } from '../channels/subscribe.ts'
import { requireAdding } from '../groups/membership-permission.ts'
import { groupById } from '../groups/membership.ts'
import { ROLES } from '../groups/system-groups.ts'
import { badRequest, mustBeAdministrator } from '../kernel/failures.ts'
import { isAdministrator, type Member } from '../kernel/requester.ts'
import type { Channel, Reader, User } from '../kernel/rows.ts'
import { CALL_MAX_CHANNELS } from '../limits.ts'

/** What new members come to: their role, channels and groups. */
export interface InvitedTo {
  role: number
  channels: readonly number[]
  groups: readonly number[]
}

/** Stands for who joins, whom nobody knows yet. */
const NEWCOMER = -1

/** Throws unless the member may make others join with this role: administrators all but owners. */
export function requireRole(member: Member, role: number): void {
  if (!(Object.values(ROLES) as number[]).includes(role)) throw badRequest('Invalid invite_as')
  if (role === ROLES.owner && member.user.role !== ROLES.owner) {
    throw badRequest('Must be an organization owner', {}, 'UNAUTHORIZED_PRINCIPAL')
  }
  if (role <= ROLES.moderator && !isAdministrator(member)) throw mustBeAdministrator()
}

/** Throws unless the member may invite to all of this. */
export async function requireInvitedTo(
  db: Reader,
  member: Member,
  { role, channels, groups }: InvitedTo,
): Promise<void> {
  requireRole(member, role)
  if (channels.length > CALL_MAX_CHANNELS) throw badRequest('Too many channels.')
  const open = new Set((await channelsOf(db, member, channels)).map(({ id }) => id))
  const closed = channels.find((id) => !open.has(id))
  if (closed !== undefined) throw badRequest(`Invalid channel ID ${closed}. No invites were sent.`)
  for (const id of groups) requireAdding(member, await groupById(db, id), [NEWCOMER])
}

/** The channels among these ids to which the member may invite others. */
export async function channelsOf(
  db: Reader,
  member: Member,
  ids: readonly number[],
): Promise<Channel[]> {
  if (ids.length === 0) return []
  const idSet = new Set(ids)
  const seen = (await loadKnownChannels(db, member)).filter(({ channel }) => idSet.has(channel.id))
  return seen.filter((one) => mayInviteTo(member, one)).map(({ channel }) => channel)
}

/** Default channels are open to everybody who joins. */
function mayInviteTo(member: Member, seen: SeenChannel): boolean {
  const { channel } = seen
  const isDefault = channel.is_default === 1 && !channel.is_archived
  return isDefault ? canReadChannel(member, seen) : mayAddOthers(member, seen)
}

/** Whether somebody who made an invitation may still do so. */
export function mayStillInvite(
  { user, groups, realm }: Member,
  { role, isLink }: { role: number; isLink: boolean },
): boolean {
  if (!user.is_active) return false
  if (!groups.has(isLink ? realm.create_multiuse_invite_group : realm.can_invite_users_group)) {
    return false
  }
  return role > ROLES.moderator || isRankedFor(user, role)
}

function isRankedFor(user: User, role: number): boolean {
  return role === ROLES.owner ? user.role === ROLES.owner : user.role <= ROLES.administrator
}
