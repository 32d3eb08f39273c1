import { SIGN_IN_KEYS_MAX_COUNT } from '../limits.ts'
import type { Reader, Tx } from '../port.ts'
import { remember } from '../remembered.ts'
import { newApiKey } from './api-key.ts'

/** What programs and browsers are signed in by. */
const SIGN_IN_TABLES = ['chat_api_key', 'chat_session'] as const

/**
 * Gives an account a further API key, for a program that signed in. Keys are kept as digests and cannot be
 * shown again: each program gets its own, and the oldest goes when there are too many.
 */
export async function addKey(tx: Tx, userId: number, nowMs: number): Promise<string> {
  const { key, hash } = newApiKey()
  await makeRoom(tx, 'chat_api_key', userId, SIGN_IN_KEYS_MAX_COUNT)
  await tx.insertInto('chat_api_key').values({ hash, user_id: userId, created_at: nowMs }).execute()
  return key
}

/** Forgets the oldest of what a user is signed in by, so that there is room for one more. */
export async function makeRoom(
  tx: Tx,
  table: (typeof SIGN_IN_TABLES)[number],
  userId: number,
  maxCount: number,
): Promise<void> {
  const known = await tx
    .selectFrom(table)
    .select('hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  const surplus = known.slice(maxCount - 1).map(({ hash }) => hash)
  if (surplus.length > 0) await tx.deleteFrom(table).where('hash', 'in', surplus).execute()
}

/** Id of the user whose further key has this digest; undefined for nobody's. */
export async function ownerOfKey(db: Reader, hash: string): Promise<number | undefined> {
  const row = await remember(db, `key:${hash}`, async () =>
    db.selectFrom('chat_api_key').select('user_id').where('hash', '=', hash).executeTakeFirst(),
  )
  return row?.user_id
}

/** Signs every program and browser of a user out, but for the one with this digest. */
export async function endSignIns(tx: Tx, userId: number, kept = ''): Promise<void> {
  for (const table of SIGN_IN_TABLES) {
    await tx.deleteFrom(table).where('user_id', '=', userId).where('hash', '!=', kept).execute()
  }
}
