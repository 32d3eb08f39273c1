import { SecretRefused } from '../../../contract/errors.ts'
import { badRequest } from '../../kernel/failures.ts'
import type { Tx, User } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { findById } from '../find-users.ts'
import { endSignIns } from './api-keys.ts'
import { comparePassword, hashPassword, requireStrength } from './passwords.ts'

/** A requested change of password (spec 4.4). */
export interface PasswordWish {
  old_password?: string | undefined
  new_password?: string | undefined
}

/** The hash of a new password, and the hash that it replaces. */
export interface NewPassword {
  before: string
  after: string
}

/** Checks the old password and hashes the new one; returns undefined when none is requested. Slow on purpose. */
export async function prepareNewPassword(
  chat: Chat,
  actor: Actor,
  { old_password, new_password }: PasswordWish,
): Promise<NewPassword | undefined> {
  if (new_password === undefined) return undefined
  if (old_password === undefined) throw badRequest('old_password is required with new_password')
  // The caller's credentials may be older than the last change.
  const user = await findById(reader(chat), actor.user.id)
  const before = user?.password_hash ?? null
  const { matches } = await comparePassword(old_password, before, chat.passwordCost)
  if (!user || before === null || !matches) throw wrongOldPassword()
  requireStrength(new_password, user)
  return { before, after: await hashPassword(new_password, chat.passwordCost) }
}

/** Stores a new password and ends every sign-in of the user except the caller's. Throws when it was changed meanwhile. */
export async function storeNewPassword(
  tx: Tx,
  actor: Actor,
  { before, after }: NewPassword,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('chat_user')
    .set({ password_hash: after })
    .where('id', '=', actor.user.id)
    .where('password_hash', '=', before)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw wrongOldPassword()
  await endSignIns(tx, actor.user.id, actor.credentialDigest)
}

/** Sets a person's password on behalf of the operator, and ends every sign-in. */
export async function givePassword(chat: Chat, user: User, password: string): Promise<void> {
  if (user.is_bot) throw badRequest('Bots have no password.')
  requireStrength(password, user)
  const password_hash = await hashPassword(password, chat.passwordCost)
  await writeChat(chat, async ({ tx }) => {
    await tx.updateTable('chat_user').set({ password_hash }).where('id', '=', user.id).execute()
    await endSignIns(tx, user.id)
  })
}

function wrongOldPassword(): SecretRefused {
  return new SecretRefused('invalid_input', 'Wrong password!', { specCode: 'BAD_REQUEST' })
}
