import { ROLES } from '../groups/system-groups.ts'
import { badRequest } from '../kernel/failures.ts'
import { isAdministrator, loadMember, type Member } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import {
  emitInvitationsChanged,
  endInvitation,
  type Invitation,
  isOpen,
  joinLink,
  loadOpenInvitations,
  makeLinkKey,
} from './invitation.ts'
import { maySeeLinks, requireOpenOrganization } from './invite-by-mail.ts'
import { requireRole } from './invited-to.ts'
import { INVITATION_MAX_SENDINGS, INVITATION_PAUSE_SECONDS } from './limits.ts'
import { mailInvitation } from './send-link.ts'

/** Revokes an invitation by e-mail, or a link. */
export async function revokeInvitation(
  chat: Chat,
  actor: Actor,
  id: number,
  kind: { isLink: boolean },
): Promise<void> {
  await writeChat(chat, async (unit) => {
    const nowMs = chat.now().getTime()
    const member = await loadMember(unit.tx, actor, nowMs)
    const { inviter_id } = await requireManagedInvitation(unit.tx, member, id, kind, nowMs)
    await endInvitation(unit.tx, id, nowMs)
    await emitInvitationsChanged(unit, inviter_id)
  })
}

/** An invitation as its inviter and administrators see it. */
export interface InvitationRecord {
  id: number
  invited_by_user_id: number | null
  /** UNIX seconds. */
  invited: number
  expiry_date: number | null
  invited_as: number
  is_multiuse: boolean
  notify_referrer_on_join: boolean
  /** The address that an invitation by e-mail went to. */
  email?: string
  /** The address of an invitation that is a link. */
  link_url?: string
  times_used?: number
  max_uses?: number | null
}

/** Open invitations: those of the caller, for administrators those of everybody. */
export async function listInvitations(chat: Chat, actor: Actor): Promise<InvitationRecord[]> {
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  const isAll = isAdministrator(member)
  const invitations = await loadOpenInvitations(db, nowMs, isAll ? undefined : member.user.id)
  // Who sees a link can use it.
  const isOwner = member.user.role === ROLES.owner
  return invitations
    .filter(({ role }) => role !== ROLES.owner || isOwner)
    .map((one) => recordOf(chat, one))
}

function recordOf(chat: Chat, one: Invitation): InvitationRecord {
  return {
    id: one.id,
    invited_by_user_id: one.inviter_id,
    invited: Math.floor(one.created_at / 1_000),
    expiry_date: one.expires_at === null ? null : Math.floor(one.expires_at / 1_000),
    invited_as: one.role,
    is_multiuse: one.email === null,
    notify_referrer_on_join: one.tells_inviter === 1,
    ...(one.email === null
      ? {
          link_url: joinLink(chat, one.link_key ?? ''),
          times_used: one.uses,
          max_uses: one.max_uses,
        }
      : { email: one.email }),
  }
}

/** Sends an invitation by e-mail again, with a new link; earlier ones stop working. Returns when, in UNIX seconds. */
export async function resendInvitation(
  chat: Chat,
  actor: Actor,
  id: number,
): Promise<{ timestamp: number; link?: string }> {
  const nowMs = chat.now().getTime()
  const db = reader(chat)
  const member = await loadMember(db, actor, nowMs)
  requireOpenOrganization(member)
  const { key, hash } = makeLinkKey()
  const found = await writeChat(chat, async (unit) => {
    const invitation = await requireManagedInvitation(unit.tx, member, id, { isLink: false }, nowMs)
    if (nowMs - invitation.sent_at < INVITATION_PAUSE_SECONDS * 1_000) {
      throw badRequest('This invitation was sent a moment ago. Wait a minute before another.')
    }
    if (invitation.sendings >= INVITATION_MAX_SENDINGS) {
      throw badRequest('This invitation was sent too often. Revoke it and invite anew.')
    }
    const { sent_at, created_at, expires_at, sendings } = invitation
    const lifeMs = expires_at === null ? null : expires_at - (sendings > 1 ? sent_at : created_at)
    await unit.tx
      .updateTable('chat_invitation')
      .set({
        token_hash: hash,
        sent_at: nowMs,
        sendings: sendings + 1,
        expires_at: lifeMs === null ? null : nowMs + lifeMs,
      })
      .where('id', '=', id)
      .execute()
    await emitInvitationsChanged(unit, invitation.inviter_id)
    return invitation
  })
  const link = joinLink(chat, key)
  await mailInvitation(chat, member.realm, {
    email: found.email ?? '',
    link,
    inviter: member.user,
  })
  return { timestamp: Math.floor(nowMs / 1_000), ...(maySeeLinks(chat, member) ? { link } : {}) }
}

/** The open invitation of an id that the member made or, as an administrator, may manage. Throws alike for every other one. */
async function requireManagedInvitation(
  db: Reader,
  member: Member,
  id: number,
  { isLink }: { isLink: boolean },
  nowMs: number,
): Promise<Invitation> {
  const found = await db
    .selectFrom('chat_invitation')
    .selectAll()
    .where('id', '=', id)
    .where('source_id', 'is', null)
    .executeTakeFirst()
  const isMine = found?.inviter_id === member.user.id
  const isOfKind = found && (found.email === null) === isLink
  if (!isOfKind || !isOpen(found, nowMs) || !(isMine || isAdministrator(member))) {
    throw noInvitation()
  }
  // Whoever manages an invitation could use it: that of an owner is for owners.
  requireRole(member, found.role)
  return found
}

function noInvitation() {
  return badRequest('No such invitation')
}
