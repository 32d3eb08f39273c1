import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { findNewestMessageId } from '../messages/access.ts'
import { loadAccessibleUsers } from './access.ts'
import { findByShownEmail, lookUp, requireVisibleUserById, type ShownAs } from './find-users.ts'
import { type FieldRecord, loadFieldRecords, loadProfiles } from './profile-fields.ts'
import { avatarUrl, userRecord } from './user-record.ts'
import type { UserRecord } from './user-schema.ts'

/** The users that the caller may see, of those with the given ids or of all. */
export async function showUsers(
  chat: Chat,
  actor: Actor,
  { user_ids, ...shownAs }: ShownAs & { user_ids?: readonly number[] | undefined },
): Promise<UserRecord[]> {
  const { db, requester, show } = await lookUp(chat, actor, shownAs)
  const idSet = user_ids && new Set(user_ids)
  const users = await loadAccessibleUsers(db, requester)
  return users.filter(({ id }) => idSet?.has(id) ?? true).map(show)
}

/** The user of an id. Throws for one that does not exist or may not be seen. */
export async function showUser(
  chat: Chat,
  actor: Actor,
  { user_id, ...shownAs }: ShownAs & { user_id: number },
): Promise<UserRecord> {
  const { db, requester, show } = await lookUp(chat, actor, shownAs)
  return show(await requireVisibleUserById(db, requester, user_id))
}

/** The user of an address. A hidden address is not told apart from one that nobody has. */
export async function showUserByEmail(
  chat: Chat,
  actor: Actor,
  { email, ...shownAs }: ShownAs & { email: string },
): Promise<UserRecord> {
  const { db, requester, show } = await lookUp(chat, actor, shownAs)
  const user = await findByShownEmail(chat, db, requester, email)
  if (!user) throw badRequest('No such user')
  return show(user)
}

/** An account as its user sees it, without profile data. */
export async function loadOwnProfile(chat: Chat, user: User): Promise<UserRecord> {
  const requester = await loadMember(reader(chat), { user, client: '' }, chat.now().getTime())
  return userRecord(chat, requester, user, { clientExtavatar: false })
}

/** The caller's own account, with the id of the newest message as older clients expect it. */
export async function loadOwnRecord(chat: Chat, actor: Actor) {
  const db = reader(chat)
  const requester = await loadMember(db, actor, chat.now().getTime())
  const profiles = await loadProfiles(db, actor.user.id)
  return {
    ...userRecord(chat, requester, actor.user, { clientExtavatar: false }),
    avatar_url: avatarUrl(chat, actor.user),
    max_message_id: (await findNewestMessageId(db)) || -1,
    ...(actor.user.is_bot ? {} : { profile_data: profiles.get(actor.user.id) ?? {} }),
  }
}

/** Fields of the profile in their order. */
export async function listFields(chat: Chat): Promise<FieldRecord[]> {
  return loadFieldRecords(reader(chat))
}
