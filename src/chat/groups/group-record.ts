import type { Group, Reader } from '../kernel/rows.ts'
import { GROUP_GROUP_DEFAULTS, type GroupGroupSetting } from '../organization/realm-settings.ts'
import { showGroupSettings } from './group-settings.ts'
import type { GroupSettingValue } from './setting-value.ts'
import { directSystemGroupsOf, isSystemGroup, SYSTEM_GROUPS } from './system-groups.ts'

/** A group as clients see it. */
export type GroupRecord = Record<GroupGroupSetting, GroupSettingValue> & {
  id: number
  name: string
  description: string
  members: number[]
  direct_subgroup_ids: number[]
  creator_id: number | null
  date_created: number | null
  is_system_group: boolean
  deactivated: boolean
}

/** Group settings of a group, complete, by group id; a system group cannot be changed, and only be mentioned silently. */
export function groupGroups(group: Group): Record<GroupGroupSetting, number> {
  if (isSystemGroup(group.id)) {
    const { nobody } = SYSTEM_GROUPS
    return {
      can_add_members_group: nobody,
      can_join_group: nobody,
      can_leave_group: nobody,
      can_manage_group: nobody,
      can_mention_group: nobody,
      can_remove_members_group: nobody,
    }
  }
  const changed = JSON.parse(group.settings) as Partial<Record<GroupGroupSetting, number>>
  return { ...GROUP_GROUP_DEFAULTS, ...changed }
}

/** Records of named groups, in the order of their ids. Lists active users only. */
export async function groupRecords(
  db: Reader,
  groups: readonly Group[],
  waitingDays: number,
  nowMs: number,
): Promise<GroupRecord[]> {
  const members = new Map<number, number[]>(groups.map(({ id }) => [id, []]))
  const users = await db
    .selectFrom('chat_user')
    .select(['id', 'role', 'joined_at'])
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
  for (const user of users) {
    for (const id of directSystemGroupsOf(user, waitingDays, nowMs)) members.get(id)?.push(user.id)
  }
  const active = new Set(users.map(({ id }) => id))
  const rows = await db.selectFrom('chat_group_member').selectAll().orderBy('user_id').execute()
  for (const { group_id, user_id } of rows) {
    if (active.has(user_id)) members.get(group_id)?.push(user_id)
  }
  const subgroups = await db
    .selectFrom('chat_group_subgroup')
    .selectAll()
    .orderBy('subgroup_id')
    .execute()
  const within = Map.groupBy(subgroups, (row) => row.group_id)
  const settings = new Map(groups.map((group) => [group.id, groupGroups(group)]))
  const show = await showGroupSettings(db, [...settings.values()].flatMap(Object.values<number>))
  return groups.map((group) => {
    const settingValues = Object.entries(settings.get(group.id) ?? {}).map(
      ([name, id]) => [name, show(id)] as const,
    )
    return {
      id: group.id,
      name: group.name ?? '',
      description: group.description,
      members: members.get(group.id) ?? [],
      direct_subgroup_ids: (within.get(group.id) ?? []).map(({ subgroup_id }) => subgroup_id),
      creator_id: group.creator_id,
      date_created: group.created_at === null ? null : Math.floor(group.created_at / 1_000),
      is_system_group: group.is_system === 1,
      deactivated: group.is_deactivated === 1,
      ...(Object.fromEntries(settingValues) as Record<GroupGroupSetting, GroupSettingValue>),
    }
  })
}

/** Named groups in the order of their ids. */
export async function loadNamedGroups(db: Reader, withDeactivated: boolean): Promise<Group[]> {
  const query = db.selectFrom('chat_group').selectAll().where('name', 'is not', null).orderBy('id')
  return (withDeactivated ? query : query.where('is_deactivated', '=', 0)).execute()
}

/** Fields of groups and group events that list users. */
const LISTS = new Set(['members', 'user_ids', 'direct_members'])

/**
 * A group or group event without the users whom the requester may not see: their ids would reveal how many there are and who
 * belongs together.
 */
export function withoutHiddenUsers<T extends object>(
  record: T,
  sees: (userId: number) => boolean,
): T {
  const entries = Object.entries(record).map(([name, value]: [string, unknown]) => {
    if (LISTS.has(name)) return [name, (value as number[]).filter(sees)]
    // Settings are groups themselves and never nested.
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [name, isObject ? withoutHiddenUsers(value, sees) : value]
  })
  return Object.fromEntries(entries) as T
}
