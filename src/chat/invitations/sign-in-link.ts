import type { SignInView, SignInWish } from '../../contract/chat.ts'
import { ROLES } from '../groups/system-groups.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { REALM_DEFAULTS } from '../organization/realm-settings.ts'
import { loadRealm } from '../organization/store-realm.ts'
import { updateRealm } from '../organization/update-realm.ts'
import { changeAccount } from '../users/accounts/change-account.ts'
import { setAddress } from '../users/accounts/change-email.ts'
import { requireAddress } from '../users/accounts/email-address.ts'
import { findFirstOwner } from '../users/find-users.ts'
import { hashPassword, requireStrength } from '../users/sign-in/passwords.ts'
import { recordSignIn } from '../users/sign-in/sign-in.ts'
import { requireUserOfLink, makePasswordLink } from './reset-password.ts'

/** A link that signs a person in once, within a day; one who never had a password chooses it then. Earlier links stop working. */
export async function makeSignInLink(chat: Chat, user: User): Promise<string> {
  if (user.is_bot || !user.is_active) throw badRequest(`${user.email} does not sign in.`)
  const link = await makePasswordLink(chat, user, { pauseSeconds: 0, page: 'login' })
  if (link === undefined) throw new Error('A link without a pause is always made.')
  return link
}

/** The link by which the owner of a new chat sets it up; undefined once they have a password. */
export async function welcomeLink(chat: Chat): Promise<string | undefined> {
  const owner = await findFirstOwner(reader(chat))
  return owner && owner.password_hash === null ? makeSignInLink(chat, owner) : undefined
}

/** Who a link signs in, and what it asks them for. Throws `not_found` for a link that cannot be used. */
export async function viewSignInLink(chat: Chat, key: string): Promise<SignInView> {
  const db = reader(chat)
  const user = await requireUserOfLink(chat, db, key)
  const { name } = await loadRealm(db)
  const isNew = user.password_hash === null
  return {
    email: user.email,
    full_name: user.full_name,
    realm_name: name,
    isNew,
    namesOrganization: isNew && user.role === ROLES.owner && name === REALM_DEFAULTS.name,
  }
}

/**
 * Uses a link up. Returns who is signed in by it. What keys sign in stays signed in: agents may already work with the account.
 * Throws `not_found`, and `invalid_input` where somebody who is new gives no good name, address or password.
 */
export async function signInByLink(chat: Chat, wish: SignInWish): Promise<User> {
  const user = await requireUserOfLink(chat, reader(chat), wish.key)
  const isNew = user.password_hash === null
  const password_hash = isNew ? await newPassword(chat, user, wish) : user.password_hash
  if (isNew) await nameOrganization(chat, user, wish)
  await writeChat(chat, async (unit) => {
    const { tx } = unit
    // It may have been used meanwhile.
    const now = await requireUserOfLink(chat, tx, wish.key)
    await tx.deleteFrom('chat_password_reset').where('user_id', '=', user.id).execute()
    if (!isNew) return
    await tx.updateTable('chat_user').set({ password_hash }).where('id', '=', user.id).execute()
    const actor = { user: now, client: 'website' }
    const member = await loadMember(tx, actor, chat.now().getTime())
    await changeAccount(chat, unit, member, now, { full_name: wish.full_name ?? now.full_name })
    const email = wish.email === undefined ? now.email : requireAddress(chat, wish.email)
    if (email !== now.email) await setAddress(chat, unit, now, email)
  })
  return recordSignIn(chat, user)
}

async function newPassword(
  chat: Chat,
  user: User,
  { password = '', full_name = '', email = '' }: SignInWish,
) {
  requireStrength(password, {
    email: email === '' ? user.email : email,
    full_name: full_name === '' ? user.full_name : full_name,
  })
  return hashPassword(password, chat.passwordCost)
}

async function nameOrganization(chat: Chat, user: User, { realm_name }: SignInWish): Promise<void> {
  if (realm_name === undefined || user.role !== ROLES.owner) return
  await updateRealm(chat, { user, client: 'website' }, { name: realm_name })
}
