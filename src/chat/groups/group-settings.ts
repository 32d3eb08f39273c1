import { sql } from 'kysely'
import { loadEachCached } from '../kernel/directory-cache.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Requester } from '../kernel/requester.ts'
import type { Reader, Tx } from '../kernel/rows.ts'
import { databaseKindOf, sqlInList } from '../kernel/sql-in-list.ts'
import { loadUserVisibility } from '../users/access.ts'
import { findUsersById } from '../users/find-users.ts'
import type { GroupSettingValue } from './setting-value.ts'
import { isSystemGroup } from './system-groups.ts'

/** A group that is the value of a setting, as clients see it. */
interface SettingGroup {
  id: number
  value: GroupSettingValue
}

/** Shows group settings to clients: groups without a name by their members. */
export async function showGroupSettings(
  db: Reader,
  groupIds: Iterable<number>,
): Promise<(groupId: number) => GroupSettingValue> {
  const ids = [...groupIds].filter((id) => !isSystemGroup(id))
  const groups = await loadEachCached<SettingGroup>(db, 'group.setting', ids, async (missing) =>
    loadSettingGroups(db, missing),
  )
  return (id) => groups.get(id)?.value ?? id
}

async function loadSettingGroups(db: Reader, ids: readonly number[]): Promise<SettingGroup[]> {
  const kind = databaseKindOf(db)
  const rows = await db
    .selectFrom('chat_group')
    .select('id')
    .where(sqlInList(kind, sql.ref('id'), ids))
    .where('name', 'is', null)
    .execute()
  const unnamed = new Map(
    rows.map(({ id }) => [
      id,
      { direct_members: [] as number[], direct_subgroups: [] as number[] },
    ]),
  )
  const groups = ids.map((id) => ({ id, value: unnamed.get(id) ?? id }))
  if (unnamed.size === 0) return groups
  const isShown = sqlInList(kind, sql.ref('group_id'), [...unnamed.keys()])
  const members = await db
    .selectFrom('chat_group_member')
    .selectAll()
    .where(isShown)
    .orderBy('user_id')
    .execute()
  for (const { group_id, user_id } of members) unnamed.get(group_id)?.direct_members.push(user_id)
  const subgroups = await db
    .selectFrom('chat_group_subgroup')
    .selectAll()
    .where(isShown)
    .orderBy('subgroup_id')
    .execute()
  for (const row of subgroups) unnamed.get(row.group_id)?.direct_subgroups.push(row.subgroup_id)
  return groups
}

/**
 * Returns the id of a group for a value; creates an unnamed one when the value is no group id. Throws when it names something
 * that the requester cannot see.
 */
export async function storeGroupSetting(
  tx: Tx,
  requester: Requester,
  value: GroupSettingValue,
): Promise<number> {
  if (typeof value === 'number') {
    await requireGroups(tx, [value])
    return value
  }
  const members = [...new Set(value.direct_members)]
  const subgroups = [...new Set(value.direct_subgroups)]
  await requireUsers(tx, requester, members)
  await requireGroups(tx, subgroups)
  const [only] = subgroups
  if (members.length === 0 && subgroups.length === 1 && only !== undefined) return only
  const { id } = await tx
    .insertInto('chat_group')
    .values({
      name: null,
      name_key: null,
      description: '',
      is_system: 0,
      is_deactivated: 0,
      creator_id: requester.user?.id ?? null,
      created_at: null,
      settings: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const user_id of members) {
    await tx.insertInto('chat_group_member').values({ group_id: id, user_id }).execute()
  }
  for (const subgroup_id of subgroups) {
    await tx.insertInto('chat_group_subgroup').values({ group_id: id, subgroup_id }).execute()
  }
  return id
}

/** Deletes the groups without a name among the values of settings before a change that are none after it: each is of one setting. */
export async function dropReplaced(
  tx: Tx,
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Promise<void> {
  const kept = new Set(Object.values(after))
  const replaced = Object.values(before).filter((id) => !kept.has(id) && !isSystemGroup(id))
  if (replaced.length === 0) return
  const unnamed = await tx
    .selectFrom('chat_group')
    .select('id')
    .where('id', 'in', replaced)
    .where('name', 'is', null)
    .execute()
  for (const { id } of unnamed) {
    await tx.deleteFrom('chat_group_member').where('group_id', '=', id).execute()
    await tx.deleteFrom('chat_group_subgroup').where('group_id', '=', id).execute()
    await tx.deleteFrom('chat_group').where('id', '=', id).execute()
  }
}

/** Throws unless every id is that of an active user; the same for users that the requester cannot see. */
export async function requireUsers(
  db: Reader,
  requester: Requester,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const users = await findUsersById(db, ids)
  const sees = await loadUserVisibility(db, requester)
  const unknown = ids.find((id) => users.get(id)?.is_active !== 1 || !sees(id))
  if (unknown !== undefined) throw badRequest(`Invalid user ID: ${unknown}`)
}

/** Throws unless every id is that of a named group in use. */
export async function requireGroups(db: Reader, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const found = await db
    .selectFrom('chat_group')
    .select('id')
    .where('id', 'in', [...ids])
    .where('name', 'is not', null)
    .where('is_deactivated', '=', 0)
    .execute()
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw badRequest(`Invalid user group ID: ${unknown}`)
}
