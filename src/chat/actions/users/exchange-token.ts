import { OperationError } from '../../../errors.ts'
import { accountDeactivated, badRequest } from '../../failures.ts'
import { findByEmail } from '../../people/find.ts'
import { badToken, readToken } from '../../people/read-token.ts'
import { noteSignIn } from '../../people/sign-in.ts'
import { addKey } from '../../people/sign-in-keys.ts'
import type { Chat, User } from '../../port.ts'
import { reader, writeChat } from '../../write.ts'

/**
 * An API key for the person whom a signed token names (spec 4.9), each token once. Throws for a token that
 * is not to be believed, `unauthorized` for one that names nobody who may sign in.
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
  const user = await noteSignIn(chat, found)
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

/** Not a wrong guess: whoever signed the token is believed. */
function unknownAccount(): OperationError {
  return new OperationError('unauthorized', 'Your username or password is incorrect', {
    specCode: 'AUTHENTICATION_FAILED',
  })
}
