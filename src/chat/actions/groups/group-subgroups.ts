import { sql } from 'kysely'
import { groupById } from '../../groups/membership.ts'
import { findSeen } from '../../people/find.ts'
import { badRequest } from '../../failures.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'
import { groupMembers } from './group-members.ts'

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
