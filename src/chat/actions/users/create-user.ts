import { requireAllowedAddress } from '../../people/address.ts'
import { hashPassword, requireStrength } from '../../people/password.ts'
import type { Actor, Chat, User } from '../../port.ts'
import { loadMember, requireAdministrator } from '../../viewer.ts'
import { reader, writeChat } from '../../write.ts'
import { addUser } from './add-user.ts'

/** Adds an account with a password, as administrators may. */
export async function createUser(
  chat: Chat,
  actor: Actor,
  { password, ...wanted }: { email: string; full_name: string; password: string },
): Promise<User> {
  requireAdministrator(await loadMember(reader(chat), actor, chat.now().getTime()))
  requireStrength(password, wanted)
  const passwordHash = await hashPassword(password)
  const { user } = await writeChat(chat, async (unit) => {
    await requireAllowedAddress(unit.tx, wanted.email.trim())
    return addUser(chat, unit, { ...wanted, passwordHash, joinsAtSignIn: true })
  })
  return user
}
