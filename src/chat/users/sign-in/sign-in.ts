import { timingSafeEqual } from 'node:crypto'
import type { SignIn } from '../../../contract/chat.ts'
import { getDatedReader, loadCached } from '../../kernel/directory-cache.ts'
import {
  accountDeactivated,
  onlyForWebhooks,
  signInRefused,
  wrongPassword,
} from '../../kernel/failures.ts'
import type { Reader, User } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { WEBHOOK_BOT, findWebhookSecret } from '../bot-options.ts'
import { findByEmail, findById } from '../find-users.ts'
import { digestOf, findOwnerOfKey } from './api-keys.ts'
import { comparePassword, hashPassword } from './passwords.ts'

/** Compared against where there is no account, so that both cases take the same time. */
const NO_HASH = digestOf('')

/**
 * The account behind credentials (spec 5, rule 1). Throws `unauthorized` in the same words for every cause, and refuses a bot
 * whose webhook takes signed events only: its key is part of a URL that others may see.
 */
export async function signIn(
  chat: Chat,
  { email, key, isWebhook = false }: SignIn,
  client: string,
): Promise<Actor> {
  const hash = digestOf(key)
  const { db, readAt } = await getDatedReader(chat)
  const user = email === undefined ? await findByKey(db, hash) : await findByEmail(chat, db, email)
  const matches = timingSafeEqual(Buffer.from(user?.key_hash ?? NO_HASH), Buffer.from(hash))
  // An account without a key never matches, not even the empty stand-in.
  const isFirst = Boolean(user?.key_hash) && matches
  // Looked up whether or not the account exists, so that both cases take the same time.
  const isFurther = !isFirst && (await findOwnerOfKey(db, hash)) === (user?.id ?? NOBODY)
  if (!user || !(isFirst || isFurther)) throw signInRefused()
  if (!user.is_active) throw accountDeactivated()
  if (!isWebhook && (await isForSignedEvents(db, user))) throw onlyForWebhooks()
  return { user: await recordSignIn(chat, user), client, credentialDigest: hash, readAt }
}

async function isForSignedEvents(db: Reader, { id, bot_type }: User): Promise<boolean> {
  return bot_type === WEBHOOK_BOT && (await findWebhookSecret(db, id)) !== undefined
}

/** An id that no user has. */
const NOBODY = -1

/** The account behind address and password. Throws `unauthorized` in the same words for every cause but deactivation. */
export async function signInByPassword(chat: Chat, email: string, password: string): Promise<User> {
  const user = await findByEmail(chat, reader(chat), email)
  const hash = user?.password_hash ?? null
  const { matches, isStale } = await comparePassword(password, hash, chat.passwordCost)
  if (!user || !matches) throw wrongPassword()
  if (!user.is_active) throw accountDeactivated()
  if (isStale) await renewHash(chat, user, password)
  return recordSignIn(chat, user)
}

/** Rehashes the password at the current cost, unless it was changed meanwhile. */
async function renewHash(chat: Chat, user: User, password: string): Promise<void> {
  const password_hash = await hashPassword(password, chat.passwordCost)
  await writeChat(chat, async ({ tx }) =>
    tx
      .updateTable('chat_user')
      .set({ password_hash })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .execute(),
  )
}

async function findByKey(db: Reader, hash: string): Promise<User | undefined> {
  const first = await loadCached(db, `user.key:${hash}`, async () =>
    db.selectFrom('chat_user').selectAll().where('key_hash', '=', hash).executeTakeFirst(),
  )
  if (first) return first
  const owner = await findOwnerOfKey(db, hash)
  return owner === undefined ? undefined : findById(db, owner)
}

/** The account of somebody who signs in: one that the API created joins at its first sign-in (spec 2.1). */
export async function recordSignIn(chat: Chat, user: User): Promise<User> {
  if (!user.joins_at_sign_in) return user
  const change = { joined_at: chat.now().getTime(), joins_at_sign_in: 0 }
  await writeChat(chat, async ({ tx }) =>
    tx.updateTable('chat_user').set(change).where('id', '=', user.id).execute(),
  )
  return { ...user, ...change }
}
