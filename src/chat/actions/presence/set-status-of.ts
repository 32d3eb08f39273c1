import { badRequest } from '../../failures.ts'
import { userById } from '../../people/find.ts'
import type { Actor, Chat } from '../../port.ts'
import { isAdministrator, loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'
import { setStatus } from './set-status.ts'

/** Changes another user's status, as administrators may. Throws for bots and for other callers. */
export async function setStatusOf(
  chat: Chat,
  actor: Actor,
  userId: number,
  change: Parameters<typeof setStatus>[2],
): Promise<void> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  if (!isAdministrator(member)) throw badRequest('Insufficient permission')
  const user = await userById(db, userId)
  if (user.is_bot) throw badRequest('Insufficient permission')
  await setStatus(chat, userId, change)
}
