import { hash as computeHash, randomBytes } from 'node:crypto'
import { endGrants } from '../../../store/oauth-grants.ts'
import { endConsents } from '../../../store/standing-consents.ts'
import { loadCached } from '../../kernel/directory-cache.ts'
import type { Reader, Tx } from '../../kernel/rows.ts'
import { SIGN_IN_KEYS_MAX_COUNT } from './sign-in-limits.ts'

/** Length of a key; clients of the public API take no other, and no other characters than letters and digits. */
const KEY_CHARS = 32

/** A new API key of 190 random bits, and its digest for storage. */
export function makeApiKey(): { key: string; hash: string } {
  let key = ''
  // Uniform over letters and digits: two of the 64 characters are rejected.
  while (key.length < KEY_CHARS) key += randomBytes(48).toString('base64').replaceAll(/[+/]/g, '')
  key = key.slice(0, KEY_CHARS)
  return { key, hash: digestOf(key) }
}

/**
 * The stored digest of a generated secret: an API key, a session, a mail link, a phone token. These are random enough for a fast
 * digest; passwords are not.
 */
export function digestOf(secret: string): string {
  return computeHash('sha256', secret, 'hex')
}

/** Tables of sign-ins of programs and browsers. */
const SIGN_IN_TABLES = ['chat_api_key', 'chat_session'] as const

/**
 * Gives an account a further API key, for a program that signed in. Keys are kept as digests and cannot be
 * shown again: each program gets its own, and the oldest goes when there are too many.
 */
export async function addKey(tx: Tx, userId: number, nowMs: number): Promise<string> {
  const { key, hash } = makeApiKey()
  await makeRoom(tx, 'chat_api_key', userId, SIGN_IN_KEYS_MAX_COUNT)
  await tx.insertInto('chat_api_key').values({ hash, user_id: userId, created_at: nowMs }).execute()
  return key
}

/** Deletes a user's oldest sign-ins, so that there is room for one more. */
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

/** Id of the user whose further key has this digest; undefined for an unknown one. */
export async function findOwnerOfKey(db: Reader, hash: string): Promise<number | undefined> {
  const row = await loadCached(db, `key:${hash}`, async () =>
    db.selectFrom('chat_api_key').select('user_id').where('hash', '=', hash).executeTakeFirst(),
  )
  return row?.user_id
}

/**
 * Ends every sign-in of a user except the one with this digest, programs that they let in by OAuth, and what a link for a new
 * password could begin.
 */
export async function endSignIns(tx: Tx, userId: number, kept = ''): Promise<void> {
  await tx.deleteFrom('chat_password_reset').where('user_id', '=', userId).execute()
  await endGrants(tx, { accountId: userId })
  for (const table of SIGN_IN_TABLES) {
    await tx.deleteFrom(table).where('user_id', '=', userId).where('hash', '!=', kept).execute()
  }
}

/**
 * Ends all that an account has as it is deactivated: its sign-ins, what is open, what it may pay without asking, and its queues, which
 * would go on at its return.
 */
export async function endAll(tx: Tx, userId: number): Promise<void> {
  await endSignIns(tx, userId)
  await endConsents(tx, userId)
  await tx
    .updateTable('chat_user')
    .set((eb) => ({ deactivations: eb('deactivations', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('chat_queue').where('user_id', '=', userId).execute()
}
