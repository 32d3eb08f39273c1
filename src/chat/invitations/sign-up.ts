import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts'
import { ROLES } from '../groups/system-groups.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { loadRealm } from '../organization/store-realm.ts'
import { requireAddress, requireAllowedAddress } from '../users/accounts/email-address.ts'
import { findByEmail } from '../users/find-users.ts'
import { type Invitation, joinLink, makeLinkKey, storeInvitation } from './invitation.ts'
import { requireOpenOrganization } from './invite-by-mail.ts'
import {
  INVITATION_LIFE_MINUTES,
  INVITATION_PAUSE_SECONDS,
  INVITATIONS_MAX_COUNT,
} from './limits.ts'
import { mailConfirmation, mailKnownAddress } from './send-link.ts'

/** Stands for the organization itself as the source of an invitation: somebody signs up without one. */
export const SIGN_UP_SOURCE = 0

/** Days of a confirmation. */
const CONFIRMATION_LIFE_MS = DAY_MS

/**
 * Begins the sign-up of somebody who is not invited: a link goes to the address. Nobody is told whether it has an account.
 * Throws where only invited people may join.
 */
export async function signUp(chat: Chat, written: string): Promise<void> {
  const db = reader(chat)
  const realm = await loadRealm(db)
  requireOpenOrganization({ realm })
  if (realm.invite_required) {
    throw badRequest('An invitation is required to join this organization.')
  }
  const email = requireAddress(chat, written)
  await requireAllowedAddress(db, email)
  await confirmAddress(chat, email, undefined)
}

/** Mails a link to an address that somebody gave, by which the owner of the address joins as the source says. */
export async function confirmAddress(
  chat: Chat,
  email: string,
  source: Invitation | undefined,
): Promise<void> {
  const db = reader(chat)
  const source_id = source?.id ?? SIGN_UP_SOURCE
  const nowMs = chat.now().getTime()
  const email_key = email.toLowerCase()
  const { key, hash } = makeLinkKey()
  const isKnown = (await findByEmail(chat, db, email)) !== undefined
  const isNew = await writeChat(chat, async ({ tx }) => {
    const earlier = await tx
      .selectFrom('chat_invitation')
      .select(['created_at'])
      .where('email_key', '=', email_key)
      .where('source_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (earlier && nowMs - earlier.created_at < INVITATION_PAUSE_SECONDS * 1_000) return false
    await tx
      .deleteFrom('chat_invitation')
      .where('source_id', 'is not', null)
      .where((eb) =>
        eb.or([
          eb('email_key', '=', email_key),
          eb('created_at', '<', nowMs - INVITATION_LIFE_MINUTES * MINUTE_MS),
        ]),
      )
      .execute()
    const { count } = await tx
      .selectFrom('chat_invitation')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('source_id', 'is not', null)
      .executeTakeFirstOrThrow()
    if (count >= INVITATIONS_MAX_COUNT) throw badRequest('Too many people are joining.')
    await storeInvitation(tx, {
      inviter_id: source?.inviter_id ?? null,
      source_id,
      email,
      email_key,
      token_hash: hash,
      link_key: null,
      role: source?.role ?? ROLES.member,
      channels: source?.channels ?? '[]',
      groups: source?.groups ?? '[]',
      joins_defaults: source?.joins_defaults ?? 1,
      tells_inviter: 0,
      welcome: source?.welcome ?? null,
      created_at: nowMs,
      sent_at: nowMs,
      expires_at: nowMs + CONFIRMATION_LIFE_MS,
      max_uses: 1,
    })
    return true
  })
  if (!isNew) return
  if (isKnown) await mailKnownAddress(chat, email)
  else await mailConfirmation(chat, await loadRealm(db), { email, link: joinLink(chat, key) })
}
