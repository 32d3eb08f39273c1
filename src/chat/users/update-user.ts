import { ROLES } from '../groups/system-groups.ts'
import { badRequest } from '../kernel/failures.ts'
import { isAdministrator, loadMember, type Member, requireOwner } from '../kernel/requester.ts'
import type { User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { writeDirectory } from '../organization/directory-space.ts'
import { changeAccount } from './accounts/change-account.ts'
import { deactivate, reactivate, setRole } from './accounts/change-user.ts'
import { findById, findByShownEmail } from './find-users.ts'
import { changeProfile, type FieldChange } from './profile/change-profile.ts'

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
  await writeDirectory(chat, actor, async (unit) => {
    const { member, user } = await manageable(chat, unit, actor, userId)
    if (!isAdministrator(member) && (role !== undefined || profile_data)) {
      throw badRequest('Insufficient permission')
    }
    if (full_name !== undefined) await changeAccount(chat, unit, member, user, { full_name })
    if (role !== undefined) await changeRole(chat, unit, member, user, role)
    if (profile_data) await changeProfile(unit, member, user, profile_data)
  })
}

/** Changes the account of an e-mail address, as far as the caller can see that address. */
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

/** Reactivates an account; a bot comes back with a new key. */
export async function reactivateUser(chat: Chat, actor: Actor, userId: number): Promise<void> {
  await writeChat(chat, async (unit) => {
    const { member, user } = await manageable(chat, unit, actor, userId)
    if (user.is_active) throw badRequest('User is already active')
    if (user.role === ROLES.owner) requireOwner(member)
    await reactivate(chat, unit, user)
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
  await setRole(chat, unit, user, role)
}
