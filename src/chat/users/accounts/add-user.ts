import { countChars } from '../../../lib/text.ts'
import { subscribeUsers } from '../../channels/subscribe-users.ts'
import { ROLES } from '../../groups/system-groups.ts'
import { badRequest } from '../../kernel/failures.ts'
import { requireActingAdministrator } from '../../kernel/requester.ts'
import type { User } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { type ChatWork, writeChat } from '../../kernel/unit-of-work.ts'
import { USER_NAME_MAX_CHARS } from '../../limits.ts'
import { findNewestMessageId } from '../../messages/access.ts'
import { loadRealm } from '../../organization/store-realm.ts'
import { findByEmail } from '../find-users.ts'
import { makeApiKey } from '../sign-in/api-keys.ts'
import { hashPassword, requireStrength } from '../sign-in/passwords.ts'
import { VISIBLE_TO_EVERYONE } from '../user-record.ts'
import { emitUserAdded } from './change-user.ts'
import { requireAddress, requireAllowedAddress } from './email-address.ts'
import { makeWayFor } from './free-name.ts'

/** A new account. */
export interface NewUser {
  email: string
  full_name: string
  role?: number
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; absent for people. */
  bot_type?: number
  bot_owner_id?: number
  passwordHash?: string
  /** Whether its join date is set at the first sign-in. */
  joinsAtSignIn?: boolean
  /** Whether it is subscribed to the default channels, where that is not for people alone who are no guests. */
  joinsDefaults?: boolean
}

/** Adds an account, subscribed to the default channels. Returns it with its key, which is shown only once. */
export async function addUser(
  chat: Chat,
  unit: ChatWork,
  user: NewUser,
): Promise<{ user: User; key: string }> {
  const { tx } = unit
  const email = requireAddress(chat, user.email)
  const full_name = requireFullName(user.full_name)
  if (await findByEmail(chat, tx, email)) {
    throw badRequest(`Email '${email}' already in use`)
  }
  const { key, hash } = makeApiKey()
  const isBot = user.bot_type !== undefined
  const { email_address_visibility = VISIBLE_TO_EVERYONE, ...settings } = isBot
    ? {}
    : (await loadRealm(tx)).new_user_settings
  const added = await tx
    .insertInto('chat_user')
    .values({
      email,
      email_key: email.toLowerCase(),
      full_name,
      role: user.role ?? ROLES.member,
      is_active: 1,
      is_deleted: 0,
      is_imported_stub: 0,
      is_bot: isBot ? 1 : 0,
      bot_type: user.bot_type ?? null,
      bot_owner_id: user.bot_owner_id ?? null,
      joined_at: chat.now().getTime(),
      joins_at_sign_in: user.joinsAtSignIn ? 1 : 0,
      timezone: '',
      avatar_version: 1,
      avatar_path: null,
      email_visibility: Number(email_address_visibility),
      key_hash: hash,
      password_hash: user.passwordHash ?? null,
      settings: JSON.stringify(settings),
      read_up_to: await findNewestMessageId(tx),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  emitUserAdded(chat, unit, added)
  await makeWayFor(unit, added)
  if (user.joinsDefaults ?? (!added.is_bot && added.role !== ROLES.guest)) {
    const defaults = await tx
      .selectFrom('chat_channel')
      .selectAll()
      .where('is_default', '=', 1)
      .where('is_archived', '=', 0)
      .execute()
    for (const channel of defaults) await subscribeUsers(chat, unit, channel, [added])
  }
  return { user: added, key }
}

/** The display name, trimmed. Throws when it is empty, too long or holds characters of the markup. */
export function requireFullName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw badRequest('Name too short!')
  if (countChars(trimmed) > USER_NAME_MAX_CHARS) throw badRequest('Name too long!')
  if (/[*`\\>"@\p{Cc}]/u.test(trimmed) || /\|\d+$/.test(trimmed)) {
    throw badRequest('Invalid characters in name!')
  }
  return trimmed
}

/** Adds an account with a password. For administrators. */
export async function createUser(
  chat: Chat,
  actor: Actor,
  { password, ...profile }: { email: string; full_name: string; password: string },
): Promise<User> {
  await requireActingAdministrator(chat, actor)
  requireStrength(password, profile)
  const passwordHash = await hashPassword(password, chat.passwordCost)
  const { user } = await writeChat(chat, async (unit) => {
    await requireAllowedAddress(unit.tx, profile.email.trim())
    return addUser(chat, unit, { ...profile, passwordHash, joinsAtSignIn: true })
  })
  return user
}
