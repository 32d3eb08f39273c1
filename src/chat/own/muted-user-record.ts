import type { Reader } from '../port.ts'

/** Users whom a user does not want to hear, with the UNIX seconds of when he said so. */
export async function mutedUsersOf(
  db: Reader,
  userId: number,
): Promise<{ id: number; timestamp: number }[]> {
  const rows = await db
    .selectFrom('chat_muted_user')
    .select(['muted_id', 'muted_at'])
    .where('user_id', '=', userId)
    .orderBy('muted_id')
    .execute()
  return rows.map(({ muted_id, muted_at }) => ({
    id: muted_id,
    timestamp: Math.floor(muted_at / 1_000),
  }))
}
