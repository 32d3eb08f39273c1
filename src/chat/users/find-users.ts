import { ROLES } from '../groups/system-groups.ts'
import { loadCached, loadEachCached } from '../kernel/directory-cache.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Member, type Requester } from '../kernel/requester.ts'
import type { Reader, User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { canAccessUser } from './access.ts'
import { loadProfiles } from './profile-fields.ts'
import { canSeeEmail, placeholderId, userRecord } from './user-record.ts'
import type { UserRecord } from './user-schema.ts'

/** The user of a real or placeholder address, in any case; undefined where there is none. */
export async function findByEmail(
  chat: Pick<Chat, 'realmHost'>,
  db: Reader,
  email: string,
): Promise<User | undefined> {
  const key = email.trim().toLowerCase()
  const byAddress = await loadCached(db, `user.email:${key}`, async () =>
    db.selectFrom('chat_user').selectAll().where('email_key', '=', key).executeTakeFirst(),
  )
  if (byAddress) return byAddress
  const id = placeholderId(chat, email.trim())
  return id === undefined ? undefined : findById(db, id)
}

/** A user visible to the requester, by a visible address or a placeholder; undefined alike for hidden and unknown ones. */
export async function findByShownEmail(
  chat: Pick<Chat, 'realmHost'>,
  db: Reader,
  requester: Requester,
  email: string,
): Promise<User | undefined> {
  const user = await findByEmail(chat, db, email)
  const isShown =
    user && (placeholderId(chat, email.trim()) === user.id || canSeeEmail(requester, user))
  return isShown && (await canAccessUser(db, requester, user)) ? user : undefined
}

/** The user of an id; undefined where there is none. */
export async function findById(db: Reader, id: number): Promise<User | undefined> {
  return loadCached(db, `user.id:${id}`, async () =>
    db.selectFrom('chat_user').selectAll().where('id', '=', id).executeTakeFirst(),
  )
}

/** The person who has owned the chat for longest and still does. */
export async function findFirstOwner(db: Reader): Promise<User | undefined> {
  return db
    .selectFrom('chat_user')
    .selectAll()
    .where('role', '=', ROLES.owner)
    .where('is_active', '=', 1)
    .where('is_bot', '=', 0)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The user of an id, if visible to the requester; undefined alike for hidden and unknown users. */
export async function findSeen(
  db: Reader,
  requester: Requester,
  id: number,
): Promise<User | undefined> {
  const user = await findById(db, id)
  return user && (await canAccessUser(db, requester, user)) ? user : undefined
}

/** The user of an id. Throws the same error for unknown and for hidden users. */
export async function requireVisibleUserById(
  db: Reader,
  requester: Requester,
  id: number,
): Promise<User> {
  const user = await findSeen(db, requester, id)
  if (!user) throw badRequest('No such user')
  return user
}

/** The user of an id. Throws where there is none. */
export async function requireUserById(db: Reader, id: number): Promise<User> {
  const user = await findById(db, id)
  if (!user) throw badRequest('No such user')
  return user
}

/** The users of ids, by id. */
export async function findUsersById(
  db: Reader,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, User>> {
  return loadEachCached<User>(db, 'user.id', ids, async (missing) =>
    db
      .selectFrom('chat_user')
      .selectAll()
      .where('id', 'in', [...missing])
      .execute(),
  )
}

/** Format options for user records. */
export interface ShownAs {
  client_extavatar: boolean
  include_custom_profile_fields: boolean
}

/** Common first step of operations that return user records. */
export async function lookUp(
  chat: Chat,
  actor: Actor,
  input: ShownAs,
): Promise<{ db: Reader; requester: Member; show(user: User): UserRecord }> {
  const db = reader(chat)
  const requester = await loadMember(db, actor, chat.now().getTime())
  const profiles = input.include_custom_profile_fields ? await loadProfiles(db) : undefined
  return {
    db,
    requester,
    show: (user) => ({
      ...userRecord(chat, requester, user, { clientExtavatar: input.client_extavatar }),
      ...(profiles && !user.is_bot ? { profile_data: profiles.get(user.id) ?? {} } : {}),
    }),
  }
}
