import { groupRecords } from '../../groups/group-record.ts'
import { groupById, membersOf } from '../../groups/membership.ts'
import { sightOfUsers } from '../../people/access.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadRealm } from '../../realm/store-realm.ts'
import { loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'

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
  if (!onlyDirect) return membersOf(db, group.id, waiting, nowMs)
  const [record] = await groupRecords(db, [group], waiting, nowMs)
  return record?.members ?? []
}

/** Those of them whom the caller may see. */
export async function seenGroupMembers(
  chat: Chat,
  actor: Actor,
  groupId: number,
  onlyDirect: boolean,
): Promise<number[]> {
  const db = reader(chat)
  const members = await groupMembers(chat, groupId, onlyDirect)
  const sees = await sightOfUsers(db, await loadMember(db, actor, chat.now().getTime()))
  return members.filter(sees)
}
