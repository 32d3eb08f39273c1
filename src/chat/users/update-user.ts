import { keepVisibilityOf } from '../channels/visibility.ts'
import { ROLES } from '../groups/system-groups.ts'
import { badRequest } from '../kernel/failures.ts'
import { isAdministrator, loadMember, type Member, requireOwner } from '../kernel/requester.ts'
import type { User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { endAll } from './api-keys.ts'
import { changeAccount } from './change-account.ts'
import { changeProfile, type FieldChange } from './change-profile.ts'
import { emitActive, emitUserChanged, requireOtherOwner } from './change-user.ts'
import { findById, findByShownEmail } from './find-users.ts'

/** Changes to an account; absent fields stay. */
export interface UserChange {
  full_name?: string | undefined
  role?: number | undefined
  profile_data?: readonly FieldChange[] | undefined
}

/** Changes an account. For administrators; only owners may appoint or demote owners. */
export async function updateUser(
  chat: Chat,
  actor: Actor,
  userId: number,
  { full_name, role, profile_data }: UserChange,
): Promise<void> {
  await writeChat(chat, async (unit) => {
    const { member, user } = await manageable(chat, unit, actor, userId)
    if (!isAdministrator(member) && (role !== undefined || profile_data)) {
      throw badRequest('Insufficient permission')
    }
    if (full_name !== undefined) await changeAccount(chat, unit, member, user, { full_name })
    if (role !== undefined) await changeRole(chat, unit, member, user, role)
    if (profile_data) await changeProfile(unit, member, user, profile_data)
  })
}

/** The same for the account of an address that the caller can see. */
export async function updateUserByEmail(
  chat: Chat,
  actor: Actor,
  email: string,
  change: UserChange,
): Promise<void> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const user = await findByShownEmail(chat, db, member, email)
  return updateUser(chat, actor, user?.id ?? NOBODY_ID, change)
}

/** No account has this id. */
const NOBODY_ID = 0

/** Deactivates an account and its bots; it cannot sign in any more. */
export async function deactivateUser(chat: Chat, actor: Actor, userId: number): Promise<void> {
  await writeChat(chat, async (unit) => {
    const { member, user } = await manageable(chat, unit, actor, userId)
    if (!user.is_active) throw badRequest('User is already deactivated')
    if (user.role === ROLES.owner) requireOwner(member)
    await deactivate(chat, unit, user)
  })
}

/** Deactivates the account of the caller and its bots. */
export async function deactivateSelf(chat: Chat, { user }: Actor): Promise<void> {
  await writeChat(chat, async (unit) => deactivate(chat, unit, user))
}

/** Reactivates an account. */
export async function reactivateUser(chat: Chat, actor: Actor, userId: number): Promise<void> {
  await writeChat(chat, async (unit) => {
    const { member, user } = await manageable(chat, unit, actor, userId)
    if (user.is_active) throw badRequest('User is already active')
    if (user.is_deleted) throw badRequest('User is deleted')
    if (user.role === ROLES.owner) requireOwner(member)
    await setActive(chat, unit, user, true)
  })
}

/** The account, for an administrator or, where it is a bot, its owner. Throws for everybody else. */
async function manageable(
  chat: Chat,
  { tx }: ChatWork,
  actor: Actor,
  userId: number,
): Promise<{ member: Member; user: User }> {
  const member = await loadMember(tx, actor, chat.now().getTime())
  const user = await findById(tx, userId)
  if (!isAdministrator(member) && user?.bot_owner_id !== actor.user.id) {
    throw badRequest('Insufficient permission')
  }
  if (!user) throw badRequest('No such user')
  return { member, user }
}

async function changeRole(
  chat: Chat,
  unit: ChatWork,
  member: Member,
  user: User,
  role: number,
): Promise<void> {
  if (!(Object.values(ROLES) as number[]).includes(role)) throw badRequest('Invalid role')
  if (role === user.role) return
  if (role === ROLES.owner || user.role === ROLES.owner) requireOwner(member)
  if (user.role === ROLES.owner) await requireOtherOwner(unit.tx, user)
  await keepVisibilityOf(chat, unit, user, async () => {
    await unit.tx.updateTable('chat_user').set({ role }).where('id', '=', user.id).execute()
    return { ...user, role }
  })
  emitUserChanged(unit, user.id, { role })
}

async function deactivate(chat: Chat, unit: ChatWork, user: User): Promise<void> {
  if (user.role === ROLES.owner) await requireOtherOwner(unit.tx, user)
  const bots = await unit.tx
    .selectFrom('chat_user')
    .selectAll()
    .where('bot_owner_id', '=', user.id)
    .where('is_active', '=', 1)
    .execute()
  for (const one of [user, ...bots]) await setActive(chat, unit, one, false)
}

async function setActive(
  chat: Chat,
  unit: ChatWork,
  user: User,
  is_active: boolean,
): Promise<void> {
  const columns = { is_active: is_active ? 1 : 0 }
  await unit.tx.updateTable('chat_user').set(columns).where('id', '=', user.id).execute()
  if (!is_active) await endAll(unit.tx, user.id)
  await emitActive(chat, unit, user, is_active)
}
