import { sql } from 'kysely'
import { findChannelsOpenedByGroups, keepVisibility } from '../channels/visibility.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Member } from '../kernel/requester.ts'
import type { Group, Tx } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { writeDirectory } from '../organization/directory-space.ts'
import { requireUsers } from './group-settings.ts'
import { mayAdd, requireAdding, requireRemoving, requireManaging } from './membership-permission.ts'
import { groupById } from './membership.ts'

/** Users and groups to add to a group and to remove from it. */
export interface MembersChange {
  add?: readonly number[] | undefined
  delete?: readonly number[] | undefined
  add_subgroups?: readonly number[] | undefined
  delete_subgroups?: readonly number[] | undefined
}

/** Changes the members of a group, all or nothing, and notifies everybody. Deactivated groups may be changed too. */
export async function changeMembers(
  chat: Chat,
  actor: Actor,
  groupId: number,
  change: MembersChange,
): Promise<void> {
  const [added, removed] = [distinct(change.add), distinct(change.delete)]
  const [addedGroups, removedGroups] = [
    distinct(change.add_subgroups),
    distinct(change.delete_subgroups),
  ]
  if ([added, removed, addedGroups, removedGroups].every(({ length }) => length === 0)) {
    throw badRequest(
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    )
  }
  await writeDirectory(chat, actor, async (unit) => {
    const member = await loadMember(unit.tx, actor, chat.now().getTime())
    const group = await groupById(unit.tx, groupId)
    if (added.length > 0) requireAdding(member, group, added)
    if (removed.length > 0) requireRemoving(member, group, removed)
    if (addedGroups.length + removedGroups.length > 0) requireManaging(member, group)
    await keepVisibility(
      chat,
      unit,
      await findChannelsOpenedByGroups(unit.tx, groupId),
      async () => {
        await removeUsers(unit, member, group, removed)
        await addUsers(unit, member, group, added)
        await removeSubgroups(unit, group, removedGroups)
        await addSubgroups(unit, group, addedGroups)
      },
    )
  })
}

/** Adds a new account to a group as part of a unit of work, where the member who invited it may; else does nothing. */
export async function addNewcomer(
  chat: Chat,
  unit: ChatWork,
  inviter: Member,
  { groupId, userId }: { groupId: number; userId: number },
): Promise<void> {
  const group = await groupById(unit.tx, groupId)
  if (!mayAdd(inviter, group, [userId])) return
  await keepVisibility(chat, unit, await findChannelsOpenedByGroups(unit.tx, groupId), async () =>
    addUsers(unit, inviter, group, [userId]),
  )
}

function distinct(ids: readonly number[] = []): number[] {
  return [...new Set(ids)]
}

async function addUsers(
  unit: ChatWork,
  member: Member,
  { id: group_id }: Group,
  ids: number[],
): Promise<void> {
  await requireUsers(unit.tx, member, ids)
  const known = await memberIds(unit.tx, group_id)
  for (const user_id of ids) {
    if (known.has(user_id)) throw badRequest(`User ${user_id} is already a member of this group`)
    await unit.tx.insertInto('chat_group_member').values({ group_id, user_id }).execute()
  }
  emitMembers(unit, 'add_members', group_id, ids)
}

async function removeUsers(
  unit: ChatWork,
  member: Member,
  { id: group_id }: Group,
  ids: number[],
): Promise<void> {
  await requireUsers(unit.tx, member, ids)
  const known = await memberIds(unit.tx, group_id)
  for (const user_id of ids) {
    if (!known.has(user_id)) throw badRequest(`There is no member '${user_id}' in this user group`)
    const gone = unit.tx.deleteFrom('chat_group_member').where('group_id', '=', group_id)
    await gone.where('user_id', '=', user_id).execute()
  }
  emitMembers(unit, 'remove_members', group_id, ids)
}

async function addSubgroups(unit: ChatWork, { id: group_id }: Group, ids: number[]): Promise<void> {
  const known = await subgroupIds(unit.tx, group_id)
  for (const subgroup_id of ids) {
    const subgroup = await groupById(unit.tx, subgroup_id)
    if (subgroup.is_deactivated) throw badRequest('You cannot add a deactivated user group.')
    if (known.has(subgroup_id)) {
      throw badRequest(`User group ${subgroup_id} is already a subgroup of this group.`)
    }
    if (subgroup_id === group_id || (await isWithin(unit.tx, group_id, subgroup_id))) {
      throw badRequest(
        `User group ${group_id} is already a subgroup of one of the passed subgroups.`,
      )
    }
    await unit.tx.insertInto('chat_group_subgroup').values({ group_id, subgroup_id }).execute()
  }
  emitSubgroups(unit, 'add_subgroups', group_id, ids)
}

async function removeSubgroups(
  unit: ChatWork,
  { id: group_id }: Group,
  ids: number[],
): Promise<void> {
  const known = await subgroupIds(unit.tx, group_id)
  for (const subgroup_id of ids) {
    if (!known.has(subgroup_id)) {
      throw badRequest(`User group ${subgroup_id} is not a subgroup of this group.`)
    }
    const gone = unit.tx.deleteFrom('chat_group_subgroup').where('group_id', '=', group_id)
    await gone.where('subgroup_id', '=', subgroup_id).execute()
  }
  emitSubgroups(unit, 'remove_subgroups', group_id, ids)
}

function emitMembers(
  { emit }: ChatWork,
  op: 'add_members' | 'remove_members',
  group_id: number,
  user_ids: readonly number[],
): void {
  if (user_ids.length === 0) return
  emit({ payload: { type: 'user_group', op, group_id, user_ids }, to: 'all' })
}

function emitSubgroups(
  { emit }: ChatWork,
  op: 'add_subgroups' | 'remove_subgroups',
  group_id: number,
  direct_subgroup_ids: readonly number[],
): void {
  if (direct_subgroup_ids.length === 0) return
  emit({ payload: { type: 'user_group', op, group_id, direct_subgroup_ids }, to: 'all' })
}

async function memberIds(tx: Tx, groupId: number): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('chat_group_member')
    .select('user_id')
    .where('group_id', '=', groupId)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

async function subgroupIds(tx: Tx, groupId: number): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('chat_group_subgroup')
    .select('subgroup_id')
    .where('group_id', '=', groupId)
    .execute()
  return new Set(rows.map(({ subgroup_id }) => subgroup_id))
}

/** Whether a group is within another one, at any depth. */
async function isWithin(tx: Tx, groupId: number, outerId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with recursive within_it(id) as (
      select subgroup_id from chat_group_subgroup where group_id = ${outerId}
      union
      select s.subgroup_id from chat_group_subgroup s join within_it on s.group_id = within_it.id
    ) select id from within_it where id = ${groupId}`.execute(tx)
  return rows.length > 0
}
