import { badRequest } from '../failures.ts'
import { findByEmail, findById } from '../people/find.ts'
import type { Chat, Reader, User } from '../port.ts'
import type { Principals } from './principal-inputs.ts'

/** The active users that are named. Throws for one that does not exist or is deactivated (spec 4.5). */
export async function principalUsers(chat: Chat, db: Reader, named: Principals): Promise<User[]> {
  const users: User[] = []
  for (const one of named) {
    const user =
      typeof one === 'number' ? await findById(db, one) : await findByEmail(chat, db, one)
    if (!user) throw badRequest('No such user')
    if (!user.is_active) throw badRequest('User is deactivated')
    if (!users.some(({ id }) => id === user.id)) users.push(user)
  }
  return users
}
