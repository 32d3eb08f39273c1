import { OperationError } from '../../contract/errors.ts'
import { requireChannelById, requireChannelByName, type SeenChannel } from '../channels/access.ts'
import { loadCached } from '../kernel/directory-cache.ts'
import { badNarrow } from '../kernel/failures.ts'
import type { Requester } from '../kernel/requester.ts'
import type { Reader, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { CONVERSATION_MAX_USERS } from '../limits.ts'
import { keyOfMembers } from '../messages/threads.ts'
import { findByShownEmail, findSeen } from '../users/find-users.ts'
import { idOf, type Operand } from './term.ts'

/** Context in which operands are looked up. */
export interface Lookup {
  chat: Pick<Chat, 'realmHost' | 'store'>
  db: Reader
  requester: Requester
}

/** The channel that an operand names. A hidden channel is treated like a missing one. */
export async function requireChannelOf(
  { db, requester }: Lookup,
  operand: Operand,
): Promise<SeenChannel> {
  const unknown = () => badNarrow(`unknown channel ${String(operand)}`)
  const find =
    typeof operand === 'number'
      ? requireChannelById(db, requester, operand)
      : requireChannelByName(db, requester, String(operand))
  return find.catch(async (thrown: unknown) => {
    if (!(thrown instanceof OperationError)) throw thrown
    // A name of digits may also be an id that was sent as text.
    const id = typeof operand === 'string' ? idOf(operand) : undefined
    if (id === undefined) throw unknown()
    return requireChannelById(db, requester, id).catch(() => {
      throw unknown()
    })
  })
}

/** The user that an operand names: by id, or by an address that the requester may see. */
export async function requireUserOf(lookup: Lookup, operand: Operand): Promise<User> {
  const user = await findUser(lookup, operand)
  if (!user) throw badNarrow(`unknown user ${String(operand)}`)
  return user
}

async function findUser(lookup: Lookup, operand: Operand): Promise<User | undefined> {
  const { chat, db, requester } = lookup
  if (operand === 'me' && requester.user) return requester.user
  const id = idOf(operand)
  if (id !== undefined) return findSeen(db, requester, id)
  const email = String(operand).trim().toLowerCase()
  return findByShownEmail(chat, db, requester, email)
}

/** The conversation between the requester and the users that an operand lists; 0 when there is none. */
export async function requireConversationId(
  lookup: Lookup,
  requesterId: number,
  operand: Operand,
): Promise<number> {
  const listed = Array.isArray(operand)
    ? operand
    : typeof operand === 'string'
      ? operand.split(',').filter((part) => part.trim() !== '')
      : [operand]
  if (listed.length > CONVERSATION_MAX_USERS) throw badNarrow('too many users')
  const ids = new Set([requesterId])
  for (const one of listed) {
    const user = await findUser(lookup, one)
    if (!user) throw badNarrow(`unknown user in ${String(operand)}`)
    ids.add(user.id)
  }
  const { db } = lookup
  const key = keyOfMembers(ids)
  const found = await loadCached(db, `conversation.of:${key}`, async () =>
    db
      .selectFrom('chat_conversation')
      .select('id')
      .where('member_key', '=', key)
      .executeTakeFirst(),
  )
  return found?.id ?? 0
}
