import { sql } from 'kysely'
import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { loadRealm } from '../organization/store-realm.ts'
import { loadUserVisibility } from '../users/access.ts'
import { findSeen } from '../users/find-users.ts'
import { groupRecords, loadNamedGroups, withoutHiddenUsers } from './group-record.ts'
import { groupById, loadMembersOf } from './membership.ts'

/** All named groups as the caller sees them, deactivated ones only on request. */
export async function listGroups(
  chat: Chat,
  actor: Actor,
  withDeactivated: boolean,
): ReturnType<typeof groupRecords> {
  const db = reader(chat)
  const groups = await loadNamedGroups(db, withDeactivated)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  const sees = await loadUserVisibility(db, member)
  const records = await groupRecords(db, groups, member.realm.waiting_period_threshold, nowMs)
  return records.map((record) => withoutHiddenUsers(record, sees))
}

/** Ids of a group's members, those of its subgroups included unless only direct ones are asked for. */
export async function groupMembers(
  chat: Chat,
  groupId: number,
  onlyDirect: boolean,
): Promise<readonly number[]> {
  const db = reader(chat)
  const group = await groupById(db, groupId)
  const { waiting_period_threshold: waiting } = await loadRealm(db)
  const nowMs = chat.now().getTime()
  if (!onlyDirect) return loadMembersOf(db, group.id, waiting, nowMs)
  const [record] = await groupRecords(db, [group], waiting, nowMs)
  return record?.members ?? []
}

/** Ids of a group's members that the caller may see, those of its subgroups included unless only direct ones are asked for. */
export async function listVisibleMembers(
  chat: Chat,
  actor: Actor,
  groupId: number,
  onlyDirect: boolean,
): Promise<number[]> {
  const db = reader(chat)
  const members = await groupMembers(chat, groupId, onlyDirect)
  const sees = await loadUserVisibility(db, await loadMember(db, actor, chat.now().getTime()))
  return members.filter(sees)
}

/** Ids of the groups within a group, at any depth unless only direct ones are asked for. */
export async function groupSubgroups(
  chat: Chat,
  groupId: number,
  onlyDirect: boolean,
): Promise<number[]> {
  const db = reader(chat)
  const { id } = await groupById(db, groupId)
  const deeper = onlyDirect
    ? sql``
    : sql`union select s.subgroup_id from chat_group_subgroup s
        join within_it on s.group_id = within_it.id`
  const { rows } = await sql<{ id: number }>`
    with recursive within_it(id) as (
      select subgroup_id from chat_group_subgroup where group_id = ${id} ${deeper}
    ) select id from within_it order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** Whether a user is in a group. Throws for an unknown group or user. */
export async function isGroupMember(
  chat: Chat,
  actor: Actor,
  groupId: number,
  userId: number,
  onlyDirect: boolean,
): Promise<boolean> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  if (!(await findSeen(db, member, userId))) throw badRequest('Invalid user ID')
  return (await groupMembers(chat, groupId, onlyDirect)).includes(userId)
}
