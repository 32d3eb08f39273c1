import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ChatInvitationTable } from '../../store/tables/chat-account-tables.ts'
import { ROLES } from '../groups/system-groups.ts'
import { noRecord } from '../kernel/failures.ts'
import type { Reader, Tx } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { digestOf } from '../users/sign-in/api-keys.ts'

/** An invitation, as stored. */
export type Invitation = Selectable<ChatInvitationTable>

const KEY_BYTES = 24

/** A new key of an invitation, or of another link that is sent to somebody. */
export function makeLinkKey(): { key: string; hash: string } {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  return { key, hash: digestOf(key) }
}

/** The address that a key is used at. */
export function joinLink({ url }: Pick<Chat, 'url'>, key: string): string {
  return `${url}/join/${key}`
}

/** Whether an invitation can still be used. */
export function isOpen(invitation: Invitation, nowMs: number): boolean {
  const { ended_at, expires_at } = invitation
  return ended_at === null && (expires_at === null || expires_at > nowMs)
}

/** Invitations that can still be used, of one inviter where one is named, the newest first. */
export async function loadOpenInvitations(
  db: Reader,
  nowMs: number,
  inviterId?: number,
): Promise<Invitation[]> {
  const all = db
    .selectFrom('chat_invitation')
    .selectAll()
    .where('ended_at', 'is', null)
    // Those that confirm an address belong to whoever asked for them.
    .where('source_id', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .orderBy('id', 'desc')
  return inviterId === undefined ? all.execute() : all.where('inviter_id', '=', inviterId).execute()
}

/** The open invitation of a key. Throws `not_found` alike for one that is used up, expired, revoked or unknown. */
export async function requireInvitation(
  db: Reader,
  key: string,
  nowMs: number,
): Promise<Invitation> {
  const found = await db
    .selectFrom('chat_invitation')
    .selectAll()
    .where('token_hash', '=', digestOf(key))
    .executeTakeFirst()
  if (!found || !isOpen(found, nowMs)) throw invitationIsOver()
  return found
}

/** Stores an invitation; returns it. */
export async function storeInvitation(
  tx: Tx,
  values: Omit<Invitation, 'id' | 'uses' | 'ended_at' | 'sendings'>,
): Promise<Invitation> {
  return tx
    .insertInto('chat_invitation')
    .values({ ...values, uses: 0, ended_at: null, sendings: 1 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends an invitation, so that it cannot be used any more. */
export async function endInvitation(tx: Tx, id: number, nowMs: number): Promise<void> {
  await tx.updateTable('chat_invitation').set({ ended_at: nowMs }).where('id', '=', id).execute()
}

/** Tells administrators, and who made it, that an invitation came, was used or went. */
export async function emitInvitationsChanged(
  { tx, emit }: ChatWork,
  inviterId: number | null,
): Promise<void> {
  const administrators = await tx
    .selectFrom('chat_user')
    .select('id')
    .where('role', '<=', ROLES.administrator)
    .where('is_active', '=', 1)
    .where('is_bot', '=', 0)
    .execute()
  const users = new Set(administrators.map(({ id }) => id))
  if (inviterId !== null) users.add(inviterId)
  emit({ payload: { type: 'invites_changed' }, to: { users: [...users] } })
}

/** The key opens nothing, or no more. */
export function invitationIsOver() {
  return noRecord('This invitation is not valid any more.')
}
