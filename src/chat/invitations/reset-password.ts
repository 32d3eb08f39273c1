import { noRecord } from '../kernel/failures.ts'
import type { Reader, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { findByEmail, findById } from '../users/find-users.ts'
import { digestOf, endSignIns } from '../users/sign-in/api-keys.ts'
import { hashPassword, requireStrength } from '../users/sign-in/passwords.ts'
import { recordSignIn } from '../users/sign-in/sign-in.ts'
import { makeLinkKey } from './invitation.ts'
import { PASSWORD_LINK_MAX_SECONDS, PASSWORD_LINK_PAUSE_SECONDS } from './limits.ts'
import { mailPasswordLink } from './send-link.ts'

/** Mails a link to the address of an account, at most one a minute. Does the same for one that has none: nothing. */
export async function askForPassword(chat: Chat, email: string): Promise<void> {
  const user = await findByEmail(chat, reader(chat), email)
  // A placeholder address is known to others: who knows it has not shown to own the account's.
  const isOwn = user?.email_key === email.trim().toLowerCase()
  if (!user || !isOwn || !user.is_active || user.is_bot) return
  const link = await makePasswordLink(chat, user)
  if (link === undefined) return
  // Whoever asks must not learn from the time or a failure whether there is an account.
  mailPasswordLink(chat, { email: user.email, link }).catch((error: unknown) => {
    chat.log.warn({ err: error }, 'a link for a new password could not be mailed')
  })
}

/** A link that sets the password of a person, or signs them in; earlier ones stop working. Undefined where one was made a moment ago. */
export async function makePasswordLink(
  chat: Chat,
  user: Pick<User, 'id'>,
  {
    pauseSeconds = PASSWORD_LINK_PAUSE_SECONDS,
    page = 'reset',
  }: { pauseSeconds?: number; page?: 'reset' | 'login' } = {},
): Promise<string | undefined> {
  const { key, hash } = makeLinkKey()
  const nowMs = chat.now().getTime()
  const isNew = await writeChat(chat, async ({ tx }) => {
    const before = await tx
      .selectFrom('chat_password_reset')
      .select('created_at')
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (before && nowMs - before.created_at < pauseSeconds * 1_000) return false
    const row = { token_hash: hash, created_at: nowMs }
    await tx
      .insertInto('chat_password_reset')
      .values({ user_id: user.id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
    return true
  })
  return isNew ? `${chat.url}/${page}/${key}` : undefined
}

/** The address whose password a link sets. Throws `not_found` for a link that cannot be used. */
export async function viewPasswordLink(chat: Chat, key: string): Promise<{ email: string }> {
  const { email } = await requireUserOfLink(chat, reader(chat), key)
  return { email }
}

/** Sets a forgotten password, once for each link, and ends every sign-in. Returns the user. */
export async function setForgottenPassword(
  chat: Chat,
  { key, password }: { key: string; password: string },
): Promise<User> {
  const user = await requireUserOfLink(chat, reader(chat), key)
  requireStrength(password, user)
  const password_hash = await hashPassword(password, chat.passwordCost)
  await writeChat(chat, async ({ tx }) => {
    await requireUserOfLink(chat, tx, key)
    await tx.updateTable('chat_user').set({ password_hash }).where('id', '=', user.id).execute()
    await endSignIns(tx, user.id)
  })
  return recordSignIn(chat, user)
}

/** The person for whom a link was made. Throws `not_found` for one that cannot be used. */
export async function requireUserOfLink(chat: Chat, db: Reader, key: string): Promise<User> {
  const reset = await db
    .selectFrom('chat_password_reset')
    .selectAll()
    .where('token_hash', '=', digestOf(key))
    .executeTakeFirst()
  const oldest = chat.now().getTime() - PASSWORD_LINK_MAX_SECONDS * 1_000
  const user = reset && reset.created_at >= oldest && (await findById(db, reset.user_id))
  if (!user || !user.is_active) throw noRecord('This link is not valid any more.')
  return user
}
