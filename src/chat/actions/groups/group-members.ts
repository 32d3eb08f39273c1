import { groupRecords } from '../../groups/group-record.ts'
import { groupById, membersOf } from '../../groups/membership.ts'
import type { Chat } from '../../port.ts'
import { loadRealm } from '../../realm/store-realm.ts'
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
