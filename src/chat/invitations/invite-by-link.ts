import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import {
  emitInvitationsChanged,
  joinLink,
  loadOpenInvitations,
  makeLinkKey,
  storeInvitation,
} from './invitation.ts'
import { columnsOf, type InvitationWish, requireOpenOrganization } from './invite-by-mail.ts'
import { requireInvitedTo } from './invited-to.ts'
import { INVITATIONS_MAX_COUNT } from './limits.ts'

/** Makes a link that many may use, unless `max_uses` is given. Returns its address. */
export async function makeInviteLink(
  chat: Chat,
  actor: Actor,
  wish: InvitationWish & { max_uses?: number | undefined },
): Promise<string> {
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  if (!member.groups.has(member.realm.create_multiuse_invite_group) || member.user.is_bot) {
    throw badRequest('Insufficient permission')
  }
  requireOpenOrganization(member)
  const { invite_as: role, stream_ids: channels, group_ids: groups } = wish
  await requireInvitedTo(db, member, { role, channels, groups })
  const { key, hash } = makeLinkKey()
  await writeChat(chat, async (unit) => {
    if ((await loadOpenInvitations(unit.tx, nowMs)).length >= INVITATIONS_MAX_COUNT) {
      throw badRequest('Too many invitations.')
    }
    await storeInvitation(unit.tx, {
      ...columnsOf(wish, nowMs),
      inviter_id: actor.user.id,
      source_id: null,
      email: null,
      email_key: null,
      token_hash: hash,
      link_key: key,
      tells_inviter: 0,
      max_uses: wish.max_uses ?? null,
    })
    await emitInvitationsChanged(unit, actor.user.id)
  })
  return joinLink(chat, key)
}
