import { OperationError } from '../../../contract/errors.ts'
import type { Identity } from '../../../contract/oauth.ts'
import { firstChars } from '../../../lib/text.ts'
import { ROLES } from '../../groups/system-groups.ts'
import { sendWelcome } from '../../invitations/welcome.ts'
import type { Tx, User } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { USER_NAME_MAX_CHARS } from '../../limits.ts'
import { loadRealm } from '../../organization/store-realm.ts'
import { findByEmail, findById } from '../find-users.ts'
import { addUser } from './add-user.ts'
import { changeUser } from './change-user.ts'
import { requireAllowedAddress } from './email-address.ts'

/**
 * The account of somebody whom an identity provider of the operator knows: the one that they came by before, else that of their
 * confirmed address, else a new one where they may join. Their role follows what the provider says, but owners stay owners. Throws
 * `forbidden`.
 */
export async function admitIdentity(chat: Chat, identity: Identity): Promise<User> {
  const known = await findLinked(chat, identity)
  const user = known ?? (await link(chat, identity))
  if (!user.is_active || user.is_bot) throw refused('The account is deactivated.')
  const { role = user.role } = identity
  if (role === user.role || user.role === ROLES.owner) return user
  return changeUser(chat, user.email, { role })
}

async function findLinked(
  chat: Chat,
  { issuer, subject }: Identity,
  tx?: Tx,
): Promise<User | undefined> {
  const db = tx ?? reader(chat)
  const row = await db
    .selectFrom('chat_identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && findById(db, row.user_id)
}

/** Finds or makes the account of somebody who comes for the first time. */
async function link(chat: Chat, identity: Identity): Promise<User> {
  const { issuer, subject, email, role, mayJoin } = identity
  if (email === undefined) throw refused('The identity provider confirms no address of yours.')
  return writeChat(chat, async (unit) => {
    const { tx } = unit
    const linked = await findLinked(chat, identity, tx)
    if (linked) return linked
    const found = await findByEmail(chat, tx, email)
    if (!found && !mayJoin) throw refused('You have no account here, and need an invitation.')
    if (found?.is_bot) throw refused('The address is that of a bot.')
    if (!found) await requireAllowedAddress(tx, email)
    const user =
      found ??
      (
        await addUser(chat, unit, {
          email,
          full_name: nameOf(identity, email),
          ...(role === undefined ? {} : { role }),
        })
      ).user
    if (!found) {
      const realm = await loadRealm(tx)
      await sendWelcome(chat, unit, user, realm, realm.welcome_message_custom_text)
    }
    await tx.insertInto('chat_identity').values({ issuer, subject, user_id: user.id }).execute()
    return user
  })
}

/** A name that the chat takes. */
function nameOf({ fullName = '' }: Identity, email: string): string {
  const plain = fullName
    .replaceAll(/[*`\\>"@|\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const name = firstChars(plain, USER_NAME_MAX_CHARS).trim()
  return name === ''
    ? firstChars(
        email.split('@', 1)[0]?.replaceAll(/[*`\\>"]/g, '') || 'member',
        USER_NAME_MAX_CHARS,
      )
    : name
}

function refused(message: string): OperationError {
  return new OperationError('forbidden', message, { hint: 'Ask an administrator of the chat.' })
}
