import { tellSubscriberActive } from '../../channels/peers.ts'
import { keepSightOf } from '../../channels/sight.ts'
import { badRequest } from '../../failures.ts'
import { ROLES } from '../../groups/system-groups.ts'
import { findByEmail } from '../../people/find.ts'
import { endSignIns } from '../../people/sign-in-keys.ts'
import { tellUserChanged } from '../../people/user-events.ts'
import type { Chat, Tx, User } from '../../port.ts'
import { type ChatWork, writeChat } from '../../write.ts'

/** Changes of an account by whoever runs the server. */
export interface AccountChange {
  role?: number
  is_active?: boolean
}

/** Changes an account and tells everybody. Throws for an unknown one, and keeps the last owner. */
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
    await keepSightOf(chat, unit, user, async () => {
      await unit.tx.updateTable('chat_user').set(columns).where('id', '=', user.id).execute()
      return { ...user, ...columns }
    })
    if (role !== user.role) tellUserChanged(unit, user.id, { role })
    if (!is_active) await endSignIns(unit.tx, user.id)
    if (is_active !== user.is_active) await tellActive(chat, unit, user, is_active === 1)
    return { ...user, ...columns }
  })
}

/** Tells that an account is used no longer, or again: who is unknown is nobody's subscriber. */
export async function tellActive(
  chat: Chat,
  unit: ChatWork,
  user: User,
  is_active: boolean,
): Promise<void> {
  if (!is_active) await tellSubscriberActive(chat, unit, user, is_active)
  tellUserChanged(unit, user.id, { is_active })
  if (is_active) await tellSubscriberActive(chat, unit, user, is_active)
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
