import { badRequest } from '../kernel/failures.ts'
import type { Member } from '../kernel/requester.ts'
import type { Group } from '../kernel/rows.ts'
import type { GroupGroupSetting } from '../organization/realm-settings.ts'
import { groupGroups } from './group-record.ts'

/** Whether the member manages a custom group. */
export function canManage(member: Member, group: Group): boolean {
  if (group.is_system) return false
  return (
    member.groups.has(member.realm.can_manage_all_groups) || isIn(member, group, 'can_manage_group')
  )
}

/** Throws unless the member manages the group. */
export function requireManaging(member: Member, group: Group): void {
  if (!canManage(member, group)) throw badRequest('Insufficient permission')
}

/** Throws unless the member may add these users to the group; joining suffices to add only themselves. */
export function requireAdding(member: Member, group: Group, userIds: readonly number[]): void {
  if (!mayAdd(member, group, userIds)) throw badRequest('Insufficient permission')
}

/** Whether the member may do that. */
export function mayAdd(member: Member, group: Group, userIds: readonly number[]): boolean {
  return mayChange(member, group, userIds, ['can_add_members_group', 'can_join_group'])
}

/** Throws unless the member may remove these users from the group; leaving suffices to remove only themselves. */
export function requireRemoving(member: Member, group: Group, userIds: readonly number[]): void {
  const settings = ['can_remove_members_group', 'can_leave_group'] as const
  if (!mayChange(member, group, userIds, settings)) throw badRequest('Insufficient permission')
}

function mayChange(
  member: Member,
  group: Group,
  userIds: readonly number[],
  [ofAnybody, ofOneself]: readonly [GroupGroupSetting, GroupGroupSetting],
): boolean {
  const isOwnChange = userIds.every((id) => id === member.user.id)
  const isAllowed =
    canManage(member, group) ||
    isIn(member, group, ofAnybody) ||
    (isOwnChange && isIn(member, group, ofOneself))
  return isAllowed && !group.is_system
}

function isIn(member: Member, group: Group, setting: GroupGroupSetting): boolean {
  return member.groups.has(groupGroups(group)[setting])
}
