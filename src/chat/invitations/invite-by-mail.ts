import { toOperationError } from '../../contract/errors.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts'
import { badRequest } from '../kernel/failures.ts'
import { isAdministrator, loadMember, type Member } from '../kernel/requester.ts'
import type { Reader, Tx } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { requireAddress, requireAllowedAddress } from '../users/accounts/email-address.ts'
import { findByEmail } from '../users/find-users.ts'
import {
  emitInvitationsChanged,
  endInvitation,
  joinLink,
  makeLinkKey,
  storeInvitation,
} from './invitation.ts'
import { requireInvitedTo } from './invited-to.ts'
import {
  CALL_MAX_ADDRESSES,
  INVITATIONS_MAX_COUNT,
  INVITATIONS_MAX_PER_DAY,
  ORGANIZATION_INVITATIONS_MAX_PER_DAY,
} from './limits.ts'
import { mailInvitation } from './send-link.ts'

/** Who is invited, and to what. */
export interface InvitationWish {
  invite_as: number
  stream_ids: readonly number[]
  group_ids: readonly number[]
  include_realm_default_subscriptions: boolean
  /** Null for never. */
  invite_expires_in_minutes: number | null
  welcome_message_custom_text?: string | undefined
}

/** An invitation with the link that was sent. */
export interface SentInvitation {
  email: string
  link: string
}

/** An address that was not invited, why, and whether its account is deactivated. */
export type Uninvited = readonly [email: string, reason: string, isDeactivated: boolean]

/**
 * Invites addresses, separated by commas or lines. Returns the links to administrators where no mail is sent. Throws
 * `INVITATION_FAILED`, with who was not invited and whether others were, unless everybody was invited.
 */
export async function inviteByMail(
  chat: Chat,
  actor: Actor,
  wish: InvitationWish & { invitee_emails: string; notify_referrer_on_join: boolean },
): Promise<{ links?: SentInvitation[] }> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  if (!member.groups.has(member.realm.can_invite_users_group) || member.user.is_bot) {
    throw badRequest('Insufficient permission')
  }
  requireOpenOrganization(member)
  await requireInvitedTo(db, member, {
    role: wish.invite_as,
    channels: wish.stream_ids,
    groups: wish.group_ids,
  })
  const addresses = readAddresses(wish.invitee_emails)
  const { invited, refused } = await sortOut(chat, db, addresses)
  if (refused.some(([, , , isMalformed]) => isMalformed)) {
    throw failed("Some emails did not validate, so we didn't send any invitations.", refused)
  }
  if (invited.length === 0) throw failed("We weren't able to invite anyone.", refused)
  await requireRoom(db, member, invited.length, chat.now().getTime())
  const sent = await writeChat(chat, async (unit) => {
    const made: (SentInvitation & { id: number })[] = []
    const nowMs = chat.now().getTime()
    for (const email of invited) {
      await endEarlier(unit.tx, email, actor.user.id, nowMs)
      const { key, hash } = makeLinkKey()
      const { id } = await storeInvitation(unit.tx, {
        ...columnsOf(wish, nowMs),
        inviter_id: actor.user.id,
        source_id: null,
        email,
        email_key: email.toLowerCase(),
        token_hash: hash,
        link_key: null,
        tells_inviter: wish.notify_referrer_on_join ? 1 : 0,
        max_uses: 1,
      })
      made.push({ id, email, link: joinLink(chat, key) })
    }
    await emitInvitationsChanged(unit, actor.user.id)
    return made
  })
  const unsent = await mailAll(chat, member, sent)
  const problems = [...refused, ...unsent]
  const links = maySeeLinks(chat, member)
    ? { links: sent.map(({ email, link }) => ({ email, link })) }
    : {}
  if (problems.length > 0) {
    const someSent = unsent.length < sent.length
    throw failed(
      someSent
        ? 'Some of those addresses could not be invited. We did send invitations to everyone else!'
        : "We weren't able to invite anyone.",
      problems,
      { sent_invitations: someSent, ...links },
    )
  }
  return links
}

/** Whether the member gets links to pass on: who has one seems to read mail at its address, so that others must not. */
export function maySeeLinks(chat: Chat, member: Member): boolean {
  return chat.mail === undefined && isAdministrator(member)
}

/** The columns that both kinds of invitation have alike. */
export function columnsOf(wish: InvitationWish, nowMs: number) {
  const minutes = wish.invite_expires_in_minutes
  return {
    role: wish.invite_as,
    channels: JSON.stringify([...new Set(wish.stream_ids)]),
    groups: JSON.stringify([...new Set(wish.group_ids)]),
    joins_defaults: wish.include_realm_default_subscriptions ? 1 : 0,
    welcome: wish.welcome_message_custom_text ?? null,
    created_at: nowMs,
    sent_at: nowMs,
    expires_at: minutes === null ? null : nowMs + minutes * MINUTE_MS,
  }
}

/** Throws where nobody may join. */
export function requireOpenOrganization({ realm }: Pick<Member, 'realm'>): void {
  if (realm.sign_up_closed) throw badRequest('Nobody can join this organization.')
}

function readAddresses(text: string): string[] {
  const parts = text.split(/[,\n]/).map((part) => part.trim())
  // As mail programs write them: `Ada <ada@example.com>`.
  const addresses = parts.filter(Boolean).map((part) => /<([^<>]*)>$/.exec(part)?.[1] ?? part)
  const unique = [...new Map(addresses.map((one) => [one.toLowerCase(), one])).values()]
  if (unique.length === 0) throw badRequest('You must specify at least one email address.')
  if (unique.length > CALL_MAX_ADDRESSES) {
    throw badRequest(`Too many addresses in one call (maximum ${CALL_MAX_ADDRESSES}).`)
  }
  return unique
}

type Refusal = readonly [string, string, boolean, boolean]

async function sortOut(chat: Chat, db: Reader, addresses: readonly string[]) {
  const invited: string[] = []
  const refused: Refusal[] = []
  for (const written of addresses) {
    let email: string
    try {
      email = requireAddress(chat, written)
      await requireAllowedAddress(db, email)
    } catch (thrown) {
      refused.push([written, toOperationError(thrown).message, false, true])
      continue
    }
    const account = await findByEmail(chat, db, email)
    if (!account) invited.push(email)
    else if (account.is_active) refused.push([email, 'Already has an account.', false, false])
    else refused.push([email, 'Account has been deactivated.', true, false])
  }
  return { invited, refused }
}

async function requireRoom(
  db: Reader,
  member: Member,
  count: number,
  nowMs: number,
): Promise<void> {
  const countWhere = async (inviterId: number | undefined, sinceMs: number) => {
    const all = db
      .selectFrom('chat_invitation')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('created_at', '>=', sinceMs)
    const mine = inviterId === undefined ? all : all.where('inviter_id', '=', inviterId)
    return (await mine.executeTakeFirstOrThrow()).count
  }
  const dayMs = nowMs - DAY_MS
  const own = isAdministrator(member) ? 0 : await countWhere(member.user.id, dayMs)
  const open = await db
    .selectFrom('chat_invitation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (
    own + count > INVITATIONS_MAX_PER_DAY ||
    (await countWhere(undefined, dayMs)) + count > ORGANIZATION_INVITATIONS_MAX_PER_DAY ||
    open.count + count > INVITATIONS_MAX_COUNT
  ) {
    throw failed(
      'To protect users, there is a limit to the number of invitations you can send in one day.',
      [],
      { daily_limit_reached: true },
    )
  }
}

/** Only the newest invitation of an address by one person counts. */
async function endEarlier(tx: Tx, email: string, inviterId: number, nowMs: number): Promise<void> {
  await tx
    .updateTable('chat_invitation')
    .set({ ended_at: nowMs })
    .where('email_key', '=', email.toLowerCase())
    .where('inviter_id', '=', inviterId)
    .where('source_id', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
}

/** Sends the mails one after another; once one cannot be sent, the rest are not tried, and their invitations end. */
async function mailAll(
  chat: Chat,
  member: Member,
  sent: readonly (SentInvitation & { id: number })[],
): Promise<Uninvited[]> {
  for (const [index, one] of sent.entries()) {
    try {
      await mailInvitation(chat, member.realm, { ...one, inviter: member.user })
    } catch (thrown) {
      chat.log.warn({ err: thrown }, 'an invitation could not be mailed')
      const rest = sent.slice(index)
      const nowMs = chat.now().getTime()
      await writeChat(chat, async (unit) => {
        for (const { id } of rest) await endInvitation(unit.tx, id, nowMs)
        await emitInvitationsChanged(unit, member.user.id)
      })
      const { message } = toOperationError(thrown)
      return rest.map(({ email }) => [email, message, false])
    }
  }
  return []
}

function failed(message: string, errors: readonly (Uninvited | Refusal)[], more: object = {}) {
  return badRequest(
    message,
    {
      errors: errors.map(([email, reason, isDeactivated]) => [email, reason, isDeactivated]),
      sent_invitations: false,
      license_limit_reached: false,
      daily_limit_reached: false,
      ...more,
    },
    'INVITATION_FAILED',
  )
}
