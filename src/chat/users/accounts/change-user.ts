import { emitSubscriberActive } from '../../channels/subscriber-events.ts'
import { keepVisibilityOf } from '../../channels/visibility.ts'
import type { EmittedEventOf } from '../../events/event.ts'
import { ROLES, SYSTEM_GROUPS } from '../../groups/system-groups.ts'
import { badRequest } from '../../kernel/failures.ts'
import type { Requester } from '../../kernel/requester.ts'
import type { Tx, User } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { type ChatWork, writeChat } from '../../kernel/unit-of-work.ts'
import { REALM_DEFAULTS } from '../../organization/realm-settings.ts'
import { findByEmail, findById } from '../find-users.ts'
import { endAll } from '../sign-in/api-keys.ts'
import { changeKey } from '../sign-in/fetch-key.ts'
import { userRecord } from '../user-record.ts'

/** Events only hold what everybody may see; clients that may see an address get it by a fetch. */
function anybody(user: User): Requester {
  const groups = new Set([SYSTEM_GROUPS.internet])
  return { user: { ...user, id: 0, role: Number.MAX_SAFE_INTEGER }, groups, realm: REALM_DEFAULTS }
}

/** Notifies everybody of a new account. */
export function emitUserAdded(chat: Chat, { emit }: ChatWork, user: User): void {
  const person = {
    ...userRecord(chat, anybody(user), user, { clientExtavatar: false }),
    ...(user.is_bot ? {} : { profile_data: {} }),
  }
  emit({ payload: { type: 'realm_user', op: 'add', person }, to: 'all' })
}

type WithoutId<Person> = Person extends unknown ? Omit<Person, 'user_id'> : never

/** One thing that has changed about an account. */
export type PersonChange = WithoutId<
  Extract<EmittedEventOf<'realm_user'>, { op: 'update' }>['person']
>

/** Notifies everybody of the changed fields of an account. */
export function emitUserChanged({ emit }: ChatWork, userId: number, change: PersonChange): void {
  const person = { user_id: userId, ...change }
  emit({ payload: { type: 'realm_user', op: 'update', person }, to: 'all' })
}

/** Changes to an account by the operator. */
export interface AccountChange {
  role?: number
  is_active?: boolean
}

/** Changes an account and notifies everybody. Throws for an unknown one, and as the changes do. */
export async function changeUser(chat: Chat, email: string, change: AccountChange): Promise<User> {
  return writeChat(chat, async (unit) => {
    const user = await findByEmail(chat, unit.tx, email)
    if (!user) throw badRequest('No such user')
    const { role = user.role, is_active = user.is_active === 1 } = change
    if (role !== user.role) await setRole(chat, unit, user, role)
    if (is_active !== (user.is_active === 1)) {
      await (is_active ? reactivate : deactivate)(chat, unit, { ...user, role })
    }
    return { ...user, role, is_active: is_active ? 1 : 0 }
  })
}

/** Gives an account another role, and notifies everybody. Throws where no owner would be left. */
export async function setRole(chat: Chat, unit: ChatWork, user: User, role: number): Promise<void> {
  if (user.role === ROLES.owner) await requireOtherOwner(unit.tx, user)
  await keepVisibilityOf(chat, unit, user, async () => {
    await unit.tx.updateTable('chat_user').set({ role }).where('id', '=', user.id).execute()
    return { ...user, role }
  })
  emitUserChanged(unit, user.id, { role })
}

/** Closes an account with its bots, and ends every sign-in of them. Throws where no owner would be left. */
export async function deactivate(chat: Chat, unit: ChatWork, user: User): Promise<void> {
  if (user.role === ROLES.owner) await requireOtherOwner(unit.tx, user)
  const bots = await unit.tx
    .selectFrom('chat_user')
    .selectAll()
    .where('bot_owner_id', '=', user.id)
    .where('is_active', '=', 1)
    .execute()
  for (const one of [user, ...bots]) {
    await setActive(chat, unit, one, false)
    await endAll(unit.tx, one.id)
  }
}

/**
 * Opens an account again. A bot comes back with a new key, since whoever had the old one should not come back by it. Throws for a bot
 * whose owner is closed, and for an account that is deleted.
 */
export async function reactivate(chat: Chat, unit: ChatWork, user: User): Promise<void> {
  if (user.is_deleted) throw badRequest('User is deleted')
  if (user.is_bot) {
    await requireActiveOwner(unit.tx, user)
    await changeKey(unit, user.id)
  }
  await setActive(chat, unit, user, true)
}

/** Throws for a bot of somebody whose account is closed. */
async function requireActiveOwner(tx: Tx, { bot_owner_id }: User): Promise<void> {
  const owner = bot_owner_id === null ? undefined : await findById(tx, bot_owner_id)
  if (owner && !owner.is_active) {
    throw badRequest('The owner of this bot is deactivated; reactivate the owner first.')
  }
}

/** Deactivated users are in no subscriber list. */
async function setActive(
  chat: Chat,
  unit: ChatWork,
  user: User,
  is_active: boolean,
): Promise<void> {
  const columns = { is_active: is_active ? 1 : 0 }
  await unit.tx.updateTable('chat_user').set(columns).where('id', '=', user.id).execute()
  if (!is_active) await emitSubscriberActive(chat, unit, user, is_active)
  emitUserChanged(unit, user.id, { is_active })
  if (is_active) await emitSubscriberActive(chat, unit, user, is_active)
}

/** Throws when there is no other active owner. */
async function requireOtherOwner(tx: Tx, user: User): Promise<void> {
  const other = await tx
    .selectFrom('chat_user')
    .select('id')
    .where('role', '=', ROLES.owner)
    .where('is_active', '=', 1)
    .where('id', '!=', user.id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw badRequest('The owner permission cannot be removed from the only owner.')
}
