import { badRequest } from '../../failures.ts'
import { findByShownEmail, findSeen } from '../../people/find.ts'
import type { Actor, Chat } from '../../port.ts'
import {
  type LegacyPresence,
  legacyPresence,
  presentUsers,
} from '../../presence/presence-record.ts'
import { loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'

/** When one user was last there, by id or address. Throws for bots and for who was never there. */
export async function showPresence(
  chat: Chat,
  actor: Actor,
  named: string,
): Promise<LegacyPresence> {
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  const isId = /^\d{1,15}$/.test(named)
  const user = isId
    ? await findSeen(db, member, Number(named))
    : await findByShownEmail(chat, db, member, named)
  if (!user?.is_active) throw badRequest('No such user')
  if (user.is_bot) throw badRequest('Presence is not supported for bot users.')
  const { present } = await presentUsers(db, { userIds: new Set([user.id]) })
  const [found] = present
  if (!found) throw badRequest(`No presence data for ${named}`)
  return legacyPresence(found.presence, nowMs)
}
