import { groupRecords, namedGroups } from '../../groups/group-record.ts'
import { withSeenUsers } from '../../groups/seen-group.ts'
import { sightOfUsers } from '../../people/access.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'

/** All named groups as the caller sees them, deactivated ones only on request. */
export async function listGroups(
  chat: Chat,
  actor: Actor,
  withDeactivated: boolean,
): ReturnType<typeof groupRecords> {
  const db = reader(chat)
  const groups = await namedGroups(db, withDeactivated)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  const sees = await sightOfUsers(db, member)
  const records = await groupRecords(db, groups, member.realm.waiting_period_threshold, nowMs)
  return records.map((record) => withSeenUsers(record, sees))
}
