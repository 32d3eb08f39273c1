import { groupRecords, namedGroups } from '../../groups/group-record.ts'
import type { Chat } from '../../port.ts'
import { loadRealm } from '../../realm/store-realm.ts'
import { reader } from '../../write.ts'

/** All named groups as clients see them, deactivated ones only on request. */
export async function listGroups(
  chat: Chat,
  withDeactivated: boolean,
): ReturnType<typeof groupRecords> {
  const db = reader(chat)
  const groups = await namedGroups(db, withDeactivated)
  const { waiting_period_threshold: waiting } = await loadRealm(db)
  return groupRecords(db, groups, waiting, chat.now().getTime())
}
