import { accessibleIds } from '../../people/access.ts'
import type { Actor, Chat } from '../../port.ts'
import { presenceMap, presentUsers } from '../../presence/presence-record.ts'
import { loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'

/** Presence of everybody whose presence the caller may see, by address, and the server's time. */
export async function listPresence(chat: Chat, actor: Actor) {
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  const userIds = member.realm.limits_presence ? await accessibleIds(db, member) : undefined
  const { present } = await presentUsers(db, { userIds })
  return { server_timestamp: nowMs / 1_000, presences: presenceMap(chat, present, false) }
}
