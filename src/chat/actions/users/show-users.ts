import { badRequest } from '../../failures.ts'
import { accessibleUsers } from '../../people/access.ts'
import { findByShownEmail, seenUserById } from '../../people/find.ts'
import { lookUp, type ShownAs } from '../../people/look-up.ts'
import type { UserRecord } from '../../people/user-record.ts'
import type { Actor, Chat } from '../../port.ts'

/** The users that the caller may see, of those with the given ids or of all. */
export async function showUsers(
  chat: Chat,
  actor: Actor,
  { user_ids, ...shownAs }: ShownAs & { user_ids?: readonly number[] | undefined },
): Promise<UserRecord[]> {
  const { db, viewer, show } = await lookUp(chat, actor, shownAs)
  const wanted = user_ids && new Set(user_ids)
  const users = await accessibleUsers(db, viewer)
  return users.filter(({ id }) => wanted?.has(id) ?? true).map(show)
}

/** The user of an id. Throws for one that does not exist or may not be seen. */
export async function showUser(
  chat: Chat,
  actor: Actor,
  { user_id, ...shownAs }: ShownAs & { user_id: number },
): Promise<UserRecord> {
  const { db, viewer, show } = await lookUp(chat, actor, shownAs)
  return show(await seenUserById(db, viewer, user_id))
}

/** The user of an address. A hidden address is not told apart from one that nobody has. */
export async function showUserByEmail(
  chat: Chat,
  actor: Actor,
  { email, ...shownAs }: ShownAs & { email: string },
): Promise<UserRecord> {
  const { db, viewer, show } = await lookUp(chat, actor, shownAs)
  const user = await findByShownEmail(chat, db, viewer, email)
  if (!user) throw badRequest('No such user')
  return show(user)
}
