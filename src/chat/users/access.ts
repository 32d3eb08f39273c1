import { sql } from 'kysely'
import { loadCached } from '../kernel/directory-cache.ts'
import type { Requester } from '../kernel/requester.ts'
import type { Reader, User } from '../kernel/rows.ts'

/**
 * The users that a requester may see: all, or, for limited guests, themselves, bots, and users who share a channel or a direct
 * conversation with them.
 */
export async function loadAccessibleUsers(db: Reader, requester: Requester): Promise<User[]> {
  const all = await loadCached(db, 'users', async () =>
    db.selectFrom('chat_user').selectAll().orderBy('id').execute(),
  )
  const ids = await loadAccessibleIds(db, requester)
  return ids ? all.filter((user) => user.is_bot === 1 || ids.has(user.id)) : all
}

/** Returns a function that tells whether the requester may see a user id. */
export async function loadUserVisibility(
  db: Reader,
  requester: Requester,
): Promise<(userId: number) => boolean> {
  if (!requester.user || requester.groups.has(requester.realm.can_access_all_users_group))
    return () => true
  const seen = new Set((await loadAccessibleUsers(db, requester)).map(({ id }) => id))
  return (userId) => seen.has(userId)
}

/** Whether the requester may see a user. */
export async function canAccessUser(
  db: Reader,
  requester: Requester,
  user: User,
): Promise<boolean> {
  if (user.is_bot) return true
  const ids = await loadAccessibleIds(db, requester)
  return ids?.has(user.id) ?? true
}

/** Ids of the people that the requester may see; undefined for everybody. */
export async function loadAccessibleIds(
  db: Reader,
  { user, groups, realm }: Requester,
): Promise<ReadonlySet<number> | undefined> {
  if (!user || groups.has(realm.can_access_all_users_group)) return undefined
  const { rows } = await sql<{ user_id: number }>`
    select other.user_id from chat_subscription mine
      join chat_subscription other on other.channel_id = mine.channel_id and other.is_active = 1
      where mine.user_id = ${user.id} and mine.is_active = 1
    union
    select other.user_id from chat_conversation_member mine
      join chat_conversation_member other on other.conversation_id = mine.conversation_id
      where mine.user_id = ${user.id}`.execute(db)
  return new Set([user.id, ...rows.map((row) => row.user_id)])
}
