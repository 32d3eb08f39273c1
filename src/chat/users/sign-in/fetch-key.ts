import { OperationError } from '../../../contract/errors.ts'
import { accountDeactivated, badRequest } from '../../kernel/failures.ts'
import type { User } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../../kernel/unit-of-work.ts'
import { dropDevices } from '../../notifications/devices.ts'
import { findByEmail } from '../find-users.ts'
import { addKey, endSignIns, makeApiKey } from './api-keys.ts'
import { badToken, readToken } from './read-token.ts'
import { recordSignIn, signInByPassword } from './sign-in.ts'

/** Returns an API key in exchange for the password of an account. Throws `unauthorized`. */
export async function fetchKey(
  chat: Chat,
  email: string,
  password: string,
): Promise<{ user: User; key: string }> {
  const user = await signInByPassword(chat, email, password)
  const nowMs = chat.now().getTime()
  return { user, key: await writeChat(chat, async ({ tx }) => addKey(tx, user.id, nowMs)) }
}

/** Gives an account a new API key; older keys stop working, every sign-in ends, and devices are removed. */
export async function replaceKey(chat: Chat, userId: number): Promise<string> {
  return writeChat(chat, async (unit) => changeKey(unit, userId))
}

/** Replaces the API key of an account, as `replaceKey` does, as a part of other work. */
export async function changeKey(unit: ChatWork, userId: number): Promise<string> {
  const { key, hash } = makeApiKey()
  const { tx } = unit
  await tx.updateTable('chat_user').set({ key_hash: hash }).where('id', '=', userId).execute()
  await endSignIns(tx, userId)
  await dropDevices(unit, userId)
  return key
}

/**
 * Returns an API key for the person named by a signed token (spec 4.9), once per token. Throws for an invalid token, and
 * `unauthorized` when it names nobody who may sign in.
 */
export async function exchangeToken(
  chat: Chat,
  token: string,
): Promise<{ user: User; key: string }> {
  if (!chat.tokens) throw badRequest('JWT authentication is not enabled for this organization')
  if (token === '') throw badRequest('No JSON web token passed in request')
  const rules = chat.tokens()
  const { email, digest, expiresAt } = await readToken(rules, token, chat.now())
  const found = await findByEmail(chat, reader(chat), email)
  const isNamed = found?.email_key === email.trim().toLowerCase() && !found.is_bot
  if (!found || !isNamed) throw unknownAccount()
  if (!found.is_active) throw accountDeactivated()
  const user = await recordSignIn(chat, found)
  const nowMs = chat.now().getTime()
  const key = await writeChat(chat, async ({ tx }) => {
    await tx.deleteFrom('chat_spent_token').where('expires_at', '<', nowMs).execute()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('chat_spent_token')
      .values({ hash: digest, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw badToken()
    return addKey(tx, user.id, nowMs)
  })
  return { user, key }
}

/** Not counted as a wrong guess: the token was signed by a trusted key. */
function unknownAccount(): OperationError {
  return new OperationError('unauthorized', 'Your username or password is incorrect', {
    specCode: 'AUTHENTICATION_FAILED',
  })
}
