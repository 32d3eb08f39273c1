import { OperationError } from '../../../errors.ts'
import { accountDeactivated } from '../../failures.ts'
import { newApiKey } from '../../people/api-key.ts'
import { findByEmail } from '../../people/find.ts'
import { matchesPassword } from '../../people/password.ts'
import type { Chat, User } from '../../port.ts'
import { reader, writeChat } from '../../write.ts'

/**
 * A new API key for whoever knows the password of an account. Keys are stored hashed and cannot be
 * shown again, so that an older key of the account stops working. Throws `unauthorized`.
 */
export async function fetchKey(
  chat: Chat,
  email: string,
  password: string,
): Promise<{ user: User; key: string }> {
  const user = await findByEmail(chat, reader(chat), email)
  const matches = await matchesPassword(password, user?.password_hash ?? null)
  if (!user || !matches) {
    throw new OperationError('unauthorized', 'Your username or password is incorrect', {
      specCode: 'AUTHENTICATION_FAILED',
    })
  }
  if (!user.is_active) throw accountDeactivated()
  return { user, key: await replaceKey(chat, user.id) }
}

/** Gives an account a new API key; the older one stops working. */
export async function replaceKey(chat: Chat, userId: number): Promise<string> {
  const { key, hash } = newApiKey()
  await writeChat(chat, async ({ tx }) =>
    tx.updateTable('chat_user').set({ key_hash: hash }).where('id', '=', userId).execute(),
  )
  return key
}
