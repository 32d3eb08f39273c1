import { sql } from 'kysely'
import { loadCached } from '../kernel/directory-cache.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Group, Reader, User } from '../kernel/rows.ts'
import { systemGroupsOf } from './system-groups.ts'

/** Ids of all groups that a user is in, system groups included, directly or through other groups. */
export async function loadGroupsOf(
  db: Reader,
  user: User,
  waitingDays: number,
  nowMs: number,
): Promise<ReadonlySet<number>> {
  const system = systemGroupsOf(user, waitingDays, nowMs)
  return loadCached(db, `groups:${user.id},${system.join()}`, async () => {
    const { rows } = await sql<{ id: number }>`
      with recursive mine(id) as (
        select group_id from chat_group_member where user_id = ${user.id}
        union
        select group_id from chat_group_subgroup where subgroup_id in (${sql.join(system)})
        union
        select s.group_id from chat_group_subgroup s join mine on s.subgroup_id = mine.id
      ) select id from mine`.execute(db)
    return new Set([...system, ...rows.map(({ id }) => id)])
  })
}

/** Ids of all active users of a group, directly or through groups within it. */
export async function loadMembersOf(
  db: Reader,
  groupId: number,
  waitingDays: number,
  nowMs: number,
): Promise<number[]> {
  const { rows: within } = await sql<{ id: number }>`
    with recursive within_it(id) as (
      select cast(${sql.lit(groupId)} as bigint)
      union
      select s.subgroup_id from chat_group_subgroup s join within_it on s.group_id = within_it.id
    ) select id from within_it`.execute(db)
  const groups = new Set(within.map(({ id }) => id))
  const direct = await db
    .selectFrom('chat_group_member')
    .innerJoin('chat_user', 'chat_user.id', 'chat_group_member.user_id')
    .where('chat_group_member.group_id', 'in', [...groups])
    .where('chat_user.is_active', '=', 1)
    .select('chat_user.id')
    .execute()
  const members = new Set(direct.map(({ id }) => id))
  const ranked = await db
    .selectFrom('chat_user')
    .select(['id', 'role', 'joined_at'])
    .where('is_active', '=', 1)
    .execute()
  for (const user of ranked) {
    const system = systemGroupsOf(user, waitingDays, nowMs)
    if (system.some((id) => groups.has(id) && id !== 1)) members.add(user.id)
  }
  return [...members].toSorted((a, b) => a - b)
}

/** The named group of an id. Throws where there is none. */
export async function groupById(db: Reader, id: number): Promise<Group> {
  const group = await db
    .selectFrom('chat_group')
    .selectAll()
    .where('id', '=', id)
    .where('name', 'is not', null)
    .executeTakeFirst()
  if (!group) throw badRequest('Invalid user group')
  return group
}
