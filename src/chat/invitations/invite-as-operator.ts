import { badRequest } from '../kernel/failures.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { loadRealm } from '../organization/store-realm.ts'
import { requireAddress } from '../users/accounts/email-address.ts'
import { findByEmail } from '../users/find-users.ts'
import { emitInvitationsChanged, joinLink, makeLinkKey, storeInvitation } from './invitation.ts'
import { columnsOf, requireOpenOrganization } from './invite-by-mail.ts'
import { INVITATION_LIFE_MINUTES } from './limits.ts'
import { mailInvitation } from './send-link.ts'

/**
 * An invitation of the operator, who may invite to every role: for an address, or a link that many may use where there is none.
 * It is mailed where there is a mail server. Returns the link, and whether it was mailed.
 */
export async function inviteAsOperator(
  chat: Chat,
  { email: written, role }: { email: string | undefined; role: number },
): Promise<{ link: string; isMailed: boolean }> {
  const db = reader(chat)
  const realm = await loadRealm(db)
  requireOpenOrganization({ realm })
  const email = written === undefined ? undefined : requireAddress(chat, written)
  if (email !== undefined && (await findByEmail(chat, db, email))) {
    throw badRequest(`Email '${email}' already in use`)
  }
  const { key, hash } = makeLinkKey()
  await writeChat(chat, async (unit) => {
    await storeInvitation(unit.tx, {
      ...columnsOf(
        {
          invite_as: role,
          stream_ids: [],
          group_ids: [],
          include_realm_default_subscriptions: true,
          invite_expires_in_minutes: INVITATION_LIFE_MINUTES,
        },
        chat.now().getTime(),
      ),
      inviter_id: null,
      source_id: null,
      email: email ?? null,
      email_key: email?.toLowerCase() ?? null,
      token_hash: hash,
      link_key: email === undefined ? key : null,
      tells_inviter: 0,
      max_uses: email === undefined ? null : 1,
    })
    await emitInvitationsChanged(unit, null)
  })
  const link = joinLink(chat, key)
  const isMailed = email !== undefined && chat.mail !== undefined
  if (isMailed) await mailInvitation(chat, realm, { email, link, inviter: undefined })
  return { link, isMailed }
}
