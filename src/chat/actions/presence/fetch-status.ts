import { seenUserById } from '../../people/find.ts'
import type { Actor, Chat } from '../../port.ts'
import { statusOf } from '../../presence/status-record.ts'
import { loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'

/** A user's status as clients see it. Throws for a user that does not exist or may not be seen. */
export async function fetchStatus(
  chat: Chat,
  actor: Actor,
  userId: number,
): ReturnType<typeof statusOf> {
  const db = reader(chat)
  const viewer = await loadMember(db, actor, chat.now().getTime())
  await seenUserById(db, viewer, userId)
  return statusOf(db, userId)
}
