import { hash as computeHash, randomBytes } from 'node:crypto'
import { loadCached } from '../kernel/directory-cache.ts'
import type { Reader, Tx } from '../kernel/types.ts'
import { SIGN_IN_KEYS_MAX_COUNT } from '../limits.ts'

/** Length of a key; clients of the public API take no other, and no other characters than letters and digits. */
const KEY_CHARS = 32

/** A new API key of 190 random bits, which only its owner will know, and what is stored of it. */
export function newApiKey(): { key: string; hash: string } {
  let key = ''
  // Every letter and digit is as likely as any other: two of the 64 characters are left out.
  while (key.length < KEY_CHARS) key += randomBytes(48).toString('base64').replaceAll(/[+/]/g, '')
  key = key.slice(0, KEY_CHARS)
  return { key, hash: digestOf(key) }
}

/**
 * What is stored of a secret that a machine made: an API key, a session, a link in a mail, a token of a phone.
 * These are random enough that a fast digest keeps them; passwords are not.
 */
export function digestOf(secret: string): string {
  return computeHash('sha256', secret, 'hex')
}

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
  const row = await loadCached(db, `key:${hash}`, async () =>
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
