import { sql } from 'kysely'
import type { OperationError } from '../../contract/errors.ts'
import type { Right } from '../../contract/right.ts'
import { getCachedReader, loadCached } from '../kernel/directory-cache.ts'
import { accountDeactivated, signInRefused } from '../kernel/failures.ts'
import { gatherLookUps } from '../kernel/gathered-look-up.ts'
import type { Reader } from '../kernel/rows.ts'
import { databaseKindOf, sqlInTextList } from '../kernel/sql-in-list.ts'
import type { Chat } from '../kernel/types.ts'
import { findById } from './find-users.ts'

/** The sign-in that a digest is of: a further key, the session of a browser, or the token of a program. */
const findSignIn = gatherLookUps<{ id: string }>((db, parameter) => {
  const isOne = (column: string) =>
    sqlInTextList(databaseKindOf(db), sql.ref(column), parameter('ids'))
  return sql<{ id: string }>`
    select hash as id from chat_api_key where ${isOne('hash')}
    union all select hash from chat_session where ${isOne('hash')}
    union all select id from oauth_record where kind = 'AccessToken' and ${isOne('id')}`.compile(db)
})

/**
 * Why a right has ended, as the next request is told; undefined while it holds. As of when the reader's cache was begun, or later:
 * with the one of a reading of the event log (`getCachedReaderAt`), a right that holds ended after all that was read.
 */
export async function findEnd(
  db: Reader,
  { user, credentialDigest, endsAtMs = Infinity }: Right,
  nowMs = 0,
): Promise<OperationError | undefined> {
  const current = await findById(db, user.id)
  if (!current || endsAtMs <= nowMs) return signInRefused()
  if (credentialDigest !== undefined && credentialDigest !== current.key_hash) {
    const signIn = await loadCached(db, `sign-in:${credentialDigest}`, async () =>
      findSignIn(db, credentialDigest),
    )
    if (!signIn) return signInRefused()
  }
  const isSame = current.is_active && current.deactivations === user.deactivations
  return isSame ? undefined : accountDeactivated()
}

/** Throws `unauthorized` for a right that has ended, as far as the reader knows. */
export async function requireHeld(db: Reader, right: Right): Promise<void> {
  const error = await findEnd(db, right)
  if (error) throw error
}

/** What was read; throws `unauthorized` where the right to it had ended by then. */
export async function whileHeld<T>(chat: Chat, right: Right, read: Promise<T>): Promise<T> {
  const value = await read
  await requireHeld(await getCachedReader(chat), right)
  return value
}
