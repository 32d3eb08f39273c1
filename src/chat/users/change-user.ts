import { emitSubscriberActive } from '../channels/subscriber-events.ts'
import { keepVisibilityOf } from '../channels/visibility.ts'
import type { EmittedEventOf } from '../events/event.ts'
import { ROLES, SYSTEM_GROUPS } from '../groups/system-groups.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Requester } from '../kernel/requester.ts'
import type { Tx, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { type ChatWork, writeChat } from '../kernel/unit-of-work.ts'
import { REALM_DEFAULTS } from '../organization/realm-settings.ts'
import { endAll } from './api-keys.ts'
import { findByEmail } from './find-users.ts'
import { userRecord } from './user-record.ts'

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

/** Changes an account and notifies everybody. Throws for an unknown one, and for a change that would leave no owner. */
export async function changeUser(chat: Chat, email: string, change: AccountChange): Promise<User> {
  return writeChat(chat, async (unit) => {
    const user = await findByEmail(chat, unit.tx, email)
    if (!user) throw badRequest('No such user')
    const role = change.role ?? user.role
    const is_active = change.is_active === undefined ? user.is_active : change.is_active ? 1 : 0
    if (user.role === ROLES.owner && (role !== ROLES.owner || !is_active)) {
      await requireOtherOwner(unit.tx, user)
    }
    const columns = { role, is_active }
    await keepVisibilityOf(chat, unit, user, async () => {
      await unit.tx.updateTable('chat_user').set(columns).where('id', '=', user.id).execute()
      return { ...user, ...columns }
    })
    if (role !== user.role) emitUserChanged(unit, user.id, { role })
    if (!is_active) await endAll(unit.tx, user.id)
    if (is_active !== user.is_active) await emitActive(chat, unit, user, is_active === 1)
    return { ...user, ...columns }
  })
}

/** Notifies that an account was deactivated or reactivated: deactivated users are in no subscriber list. */
export async function emitActive(
  chat: Chat,
  unit: ChatWork,
  user: User,
  is_active: boolean,
): Promise<void> {
  if (!is_active) await emitSubscriberActive(chat, unit, user, is_active)
  emitUserChanged(unit, user.id, { is_active })
  if (is_active) await emitSubscriberActive(chat, unit, user, is_active)
}

/** Throws when there is no other active owner. */
export async function requireOtherOwner(tx: Tx, user: User): Promise<void> {
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
