import { randomBytes } from 'node:crypto'
import { OperationError } from '../../../contract/errors.ts'
import { HOUR_SECONDS } from '../../../lib/durations.ts'
import { badRequest } from '../../kernel/failures.ts'
import { isAdministrator, type Member } from '../../kernel/requester.ts'
import type { Tx, User } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { type ChatWork, writeChat } from '../../kernel/unit-of-work.ts'
import { findByShownEmail, requireUserById } from '../find-users.ts'
import { digestOf } from '../sign-in/api-keys.ts'
import { EMAIL_CHANGE_PAUSE_SECONDS, EMAIL_LINK_MAX_SECONDS } from '../sign-in/sign-in-limits.ts'
import { apiEmail, VISIBLE_TO_EVERYONE } from '../user-record.ts'
import { emitUserChanged } from './change-user.ts'
import { requireAddress, requireAllowedAddress } from './email-address.ts'

const TOKEN_BYTES = 32

/** An address not confirmed yet, and the link that confirms it. */
export interface PendingEmail {
  email: string
  link: string
}

/**
 * Records a requested change of a user's address (spec 4.4). Returns the confirmation; undefined when it already is the user's
 * address.
 */
export async function beginEmailChange(
  chat: Chat,
  { tx }: ChatWork,
  member: Member,
  user: User,
  address: string,
): Promise<PendingEmail | undefined> {
  const email = requireAddress(chat, address)
  if (email === user.email) return undefined
  if (user.is_bot) throw badRequest('Bots keep their address.')
  if (member.realm.email_changes_disabled && !isAdministrator(member)) {
    throw badRequest('Email address changes are disabled in this organization.')
  }
  await requireAllowedAddress(tx, email)
  // Whether a hidden address is taken is revealed only after the user has proved to own it.
  const other = await findByShownEmail(chat, tx, member, email)
  if (other && other.id !== user.id) throw inUse(email)
  const nowMs = chat.now().getTime()
  const before = await pendingOf(tx, user.id)
  if (before && nowMs - before.created_at < EMAIL_CHANGE_PAUSE_SECONDS * 1_000) {
    throw badRequest('A link was sent a moment ago. Wait a minute before asking for another.')
  }
  return store(chat, tx, user.id, email)
}

/** Drops a change of address whose link could not be sent, so that it may be requested again at once. */
export async function dropEmailChange(chat: Chat, { link }: PendingEmail): Promise<void> {
  const token_hash = digestOf(link.slice(link.lastIndexOf('/') + 1))
  await writeChat(chat, async ({ tx }) =>
    tx.deleteFrom('chat_email_change').where('token_hash', '=', token_hash).execute(),
  )
}

/** Returns a new link for the pending address of a user; undefined when there is none. Earlier links stop working. */
export async function renewEmailLink(chat: Chat, user: User): Promise<PendingEmail | undefined> {
  return writeChat(chat, async ({ tx }) => {
    const pending = await pendingOf(tx, user.id)
    return pending && store(chat, tx, user.id, pending.email)
  })
}

/** Sets the address that a link confirms, once. Returns the user as before the change. Throws `not_found` for an expired link. */
export async function confirmEmail(chat: Chat, token: string): Promise<User> {
  return writeChat(chat, async (unit) => {
    const { tx } = unit
    const pending = await tx
      .selectFrom('chat_email_change')
      .selectAll()
      .where('token_hash', '=', digestOf(token))
      .executeTakeFirst()
    const oldest = chat.now().getTime() - EMAIL_LINK_MAX_SECONDS * 1_000
    const user =
      pending && pending.created_at >= oldest && (await requireUserById(tx, pending.user_id))
    if (!pending || !user || !user.is_active) throw linkIsOver()
    await setAddress(chat, unit, user, pending.email)
    return user
  })
}

/** Gives a person another address, and notifies those who may see it. Links that were made for the earlier one stop working. */
export async function setAddress(
  chat: Chat,
  unit: ChatWork,
  user: User,
  email: string,
): Promise<void> {
  const { tx } = unit
  await requireAllowedAddress(tx, email)
  const email_key = email.toLowerCase()
  const holder = await tx
    .selectFrom('chat_user')
    .select('id')
    .where('email_key', '=', email_key)
    .where('id', '!=', user.id)
    .executeTakeFirst()
  if (holder) throw inUse(email)
  for (const table of ['chat_email_change', 'chat_password_reset'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', user.id).execute()
  }
  const columns = { email, email_key }
  await tx.updateTable('chat_user').set(columns).where('id', '=', user.id).execute()
  emitEmailChange(chat, unit, { ...user, ...columns })
}

/** Everybody is notified of an address that everybody may see; otherwise only its user. */
function emitEmailChange(chat: Chat, unit: ChatWork, user: User): void {
  const change = { delivery_email: user.email }
  if (user.email_visibility === VISIBLE_TO_EVERYONE) {
    emitUserChanged(unit, user.id, { new_email: apiEmail(chat, user) })
    emitUserChanged(unit, user.id, change)
    return
  }
  const person = { user_id: user.id, ...change }
  unit.emit({ payload: { type: 'realm_user', op: 'update', person }, to: { users: [user.id] } })
}

async function pendingOf(tx: Tx, userId: number) {
  return tx
    .selectFrom('chat_email_change')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

async function store(chat: Chat, tx: Tx, user_id: number, email: string): Promise<PendingEmail> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = { email, token_hash: digestOf(token), created_at: chat.now().getTime() }
  await tx
    .insertInto('chat_email_change')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return { email, link: `${chat.url}/accounts/confirm_new_email/${token}` }
}

function inUse(email: string): OperationError {
  return badRequest(`Email '${email}' already in use`)
}

function linkIsOver(): OperationError {
  return new OperationError('not_found', 'This link is not valid any more.', {
    specCode: 'NOT_FOUND',
  })
}

/** Sends the link that confirms an address to that address. Throws `unavailable`; does nothing where no mail is sent. */
export async function mailLink(
  { mail, url }: Chat,
  { email, link }: { email: string; link: string },
): Promise<void> {
  await mail?.({
    to: email,
    subject: 'Confirm your new address',
    text:
      `Somebody with an account at ${url} wants to use this address for it.\n\n` +
      `If that was you, open this link within ${EMAIL_LINK_MAX_SECONDS / HOUR_SECONDS} hours:\n${link}\n\n` +
      'If not, there is nothing to do.\n',
  })
}

/** Notifies the old address. Best effort: a failure does not fail the change. */
export async function notifyOldAddress({ mail, url, log }: Chat, email: string): Promise<void> {
  try {
    await mail?.({
      to: email,
      subject: 'The address of your account has changed',
      text:
        `Your account at ${url} has another address now.\n\n` +
        'If that was not you, tell an administrator of your organization.\n',
    })
  } catch (error) {
    log.warn({ err: error }, 'nobody was told of a changed address')
  }
}
