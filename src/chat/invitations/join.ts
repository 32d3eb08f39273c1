import type { InvitationView } from '../../contract/chat.ts'
import { subscribeUsers } from '../channels/subscribe-users.ts'
import { addNewcomer } from '../groups/change-members.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Member } from '../kernel/requester.ts'
import type { Reader, Tx, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { loadRealm } from '../organization/store-realm.ts'
import { addUser, requireFullName } from '../users/accounts/add-user.ts'
import { requireAddress, requireAllowedAddress } from '../users/accounts/email-address.ts'
import { findByEmail, findById } from '../users/find-users.ts'
import { hashPassword, requireStrength } from '../users/sign-in/passwords.ts'
import {
  emitInvitationsChanged,
  endInvitation,
  requireInvitation,
  type Invitation,
  invitationIsOver,
  isOpen,
} from './invitation.ts'
import { requireOpenOrganization } from './invite-by-mail.ts'
import { channelsOf, mayStillInvite } from './invited-to.ts'
import { confirmAddress, SIGN_UP_SOURCE } from './sign-up.ts'
import { announceNewcomer, sendWelcome, tellInviter } from './welcome.ts'

/** Somebody who uses an invitation. */
export interface Newcomer {
  /** Key of the invitation. */
  key: string
  /** Where the invitation is for no address in particular. */
  email?: string | undefined
  full_name: string
  password: string
}

/** What an invitation is about. Throws `not_found` where it cannot be used. */
export async function viewInvitation(chat: Chat, key: string): Promise<InvitationView> {
  const db = reader(chat)
  const { invitation, inviter } = await requireUsable(chat, db, key)
  const { name, description } = await loadRealm(db)
  return {
    realm_name: name,
    realm_description: description,
    email: invitation.email ?? undefined,
    invited_as: invitation.role,
    inviter_name: inviter?.user.full_name,
    needs_confirmation: invitation.email === null && chat.mail !== undefined,
  }
}

/**
 * Makes the account of somebody who is invited; returns it. Returns undefined where the address that was given with a link is
 * confirmed by mail first: then nothing but a mail was made. Throws `not_found` where the invitation cannot be used.
 */
export async function join(
  chat: Chat,
  { key, email: given, full_name, password }: Newcomer,
): Promise<User | undefined> {
  const db = reader(chat)
  const { invitation } = await requireUsable(chat, db, key)
  const email = requireAddress(chat, invitation.email ?? given ?? '')
  if (invitation.email !== null && given !== undefined && !isSame(given, invitation.email)) {
    throw badRequest('This invitation is for another address.')
  }
  await requireAllowedAddress(db, email)
  if (invitation.email === null && chat.mail) {
    await confirmAddress(chat, email, invitation)
    return undefined
  }
  requireFullName(full_name)
  requireStrength(password, { email, full_name })
  await requireNewcomer(chat, db, email)
  const passwordHash = await hashPassword(password, chat.passwordCost)
  return writeChat(chat, async (unit) => {
    const { invitation: still, inviter } = await requireUsable(chat, unit.tx, key)
    await requireAllowedAddress(unit.tx, email)
    await requireNewcomer(chat, unit.tx, email)
    const { user } = await addUser(chat, unit, {
      email,
      full_name,
      role: still.role,
      passwordHash,
      joinsDefaults: still.joins_defaults === 1,
    })
    await use(unit.tx, still, email, chat.now().getTime())
    await bringIn(chat, unit, user, still, inviter)
    return user
  })
}

async function requireNewcomer(chat: Chat, db: Reader, email: string): Promise<void> {
  if (await findByEmail(chat, db, email)) throw badRequest('There is an account already.')
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** The invitation of a key, with who made it and still may. */
async function requireUsable(
  chat: Chat,
  db: Reader,
  key: string,
): Promise<{ invitation: Invitation; inviter: Member | undefined }> {
  const nowMs = chat.now().getTime()
  const realm = await loadRealm(db)
  const invitation = await requireInvitation(db, key, nowMs)
  requireOpenOrganization({ realm })
  const source = await sourceOf(db, invitation)
  if (source === 'gone' || (source && !isOpen(source, nowMs))) throw invitationIsOver()
  // Between asking for an account and confirming the address, the organization may have changed its mind.
  if (invitation.source_id === SIGN_UP_SOURCE && realm.invite_required) throw invitationIsOver()
  const { inviter_id, role } = source ?? invitation
  if (inviter_id === null) return { invitation, inviter: undefined }
  const user = await findById(db, inviter_id)
  const inviter = user && (await loadMember(db, { user, client: '' }, nowMs))
  const isLink = source !== undefined || invitation.email === null
  if (!inviter || !mayStillInvite(inviter, { role, isLink })) throw invitationIsOver()
  return { invitation, inviter }
}

async function sourceOf(
  db: Reader,
  { source_id }: Invitation,
): Promise<Invitation | 'gone' | undefined> {
  if (source_id === null || source_id === SIGN_UP_SOURCE) return undefined
  const source = await db
    .selectFrom('chat_invitation')
    .selectAll()
    .where('id', '=', source_id)
    .executeTakeFirst()
  return source ?? 'gone'
}

/** Counts the use of an invitation, and of the link behind it; other ones of the same address end. */
async function use(
  tx: Tx,
  { id, source_id }: Invitation,
  email: string,
  nowMs: number,
): Promise<void> {
  const sources = source_id === null || source_id === SIGN_UP_SOURCE ? [] : [source_id]
  for (const one of [id, ...sources]) {
    const { uses, max_uses } = await tx
      .updateTable('chat_invitation')
      .set((eb) => ({ uses: eb('uses', '+', 1) }))
      .where('id', '=', one)
      .returning(['uses', 'max_uses'])
      .executeTakeFirstOrThrow()
    if (max_uses !== null && uses >= max_uses) await endInvitation(tx, one, nowMs)
  }
  await tx
    .updateTable('chat_invitation')
    .set({ ended_at: nowMs })
    .where('email_key', '=', email.toLowerCase())
    .where('ended_at', 'is', null)
    .execute()
}

/** Brings a new member to channels and groups as far as who invites may still do so, and greets them. */
async function bringIn(
  chat: Chat,
  unit: ChatWork,
  user: User,
  invitation: Invitation,
  inviter: Member | undefined,
): Promise<void> {
  const { tx } = unit
  const realm = await loadRealm(tx)
  const ids = JSON.parse(invitation.channels) as number[]
  const channels = inviter ? await channelsOf(tx, inviter, ids) : []
  for (const channel of channels) await subscribeUsers(chat, unit, channel, [user])
  if (inviter) {
    for (const groupId of JSON.parse(invitation.groups) as number[]) {
      await addNewcomer(chat, unit, inviter, { groupId, userId: user.id })
    }
  }
  await sendWelcome(
    chat,
    unit,
    user,
    realm,
    invitation.welcome ?? realm.welcome_message_custom_text,
  )
  await announceNewcomer(chat, unit, user, realm)
  if (inviter && invitation.tells_inviter) await tellInviter(chat, unit, inviter.user, user)
  if (invitation.source_id !== SIGN_UP_SOURCE) {
    await emitInvitationsChanged(unit, invitation.inviter_id)
  }
}
