import { badRequest } from '../failures.ts'
import type { Chat, Reader, User } from '../port.ts'
import { remember, rememberEach } from '../remembered.ts'
import type { Viewer } from '../viewer.ts'
import { canAccessUser } from './access.ts'
import { canSeeEmail, placeholderId } from './user-record.ts'

/** The user of a real or placeholder address, in any case; undefined where there is none. */
export async function findByEmail(
  chat: Pick<Chat, 'realmHost'>,
  db: Reader,
  email: string,
): Promise<User | undefined> {
  const key = email.trim().toLowerCase()
  const byAddress = await remember(db, `user.email:${key}`, async () =>
    db.selectFrom('chat_user').selectAll().where('email_key', '=', key).executeTakeFirst(),
  )
  if (byAddress) return byAddress
  const id = placeholderId(chat, email.trim())
  return id === undefined ? undefined : findById(db, id)
}

/** A user whom the viewer may see, by an address that he may see, or by a placeholder; others are as unknown as nobody. */
export async function findByShownEmail(
  chat: Pick<Chat, 'realmHost'>,
  db: Reader,
  viewer: Viewer,
  email: string,
): Promise<User | undefined> {
  const user = await findByEmail(chat, db, email)
  const isShown =
    user && (placeholderId(chat, email.trim()) === user.id || canSeeEmail(viewer, user))
  return isShown && (await canAccessUser(db, viewer, user)) ? user : undefined
}

/** The user of an id; undefined where there is none. */
export async function findById(db: Reader, id: number): Promise<User | undefined> {
  return remember(db, `user.id:${id}`, async () =>
    db.selectFrom('chat_user').selectAll().where('id', '=', id).executeTakeFirst(),
  )
}

/** The user of an id whom the viewer may see; undefined alike for everybody else and for nobody. */
export async function findSeen(db: Reader, viewer: Viewer, id: number): Promise<User | undefined> {
  const user = await findById(db, id)
  return user && (await canAccessUser(db, viewer, user)) ? user : undefined
}

/** The user of an id. Throws alike where there is none and where the viewer may not see him. */
export async function seenUserById(db: Reader, viewer: Viewer, id: number): Promise<User> {
  const user = await findSeen(db, viewer, id)
  if (!user) throw badRequest('No such user')
  return user
}

/** The user of an id. Throws where there is none. */
export async function userById(db: Reader, id: number): Promise<User> {
  const user = await findById(db, id)
  if (!user) throw badRequest('No such user')
  return user
}

/** The users of ids, by id. */
export async function usersById(
  db: Reader,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, User>> {
  return rememberEach<User>(db, 'user.id', ids, async (missing) =>
    db
      .selectFrom('chat_user')
      .selectAll()
      .where('id', 'in', [...missing])
      .execute(),
  )
}
