import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, writeChat } from '../kernel/unit-of-work.ts'
import { markReadFrom } from '../messages/marking/mark-many-read.ts'
import { requireVisibleUserById } from '../users/find-users.ts'

/** Users muted by a user, with the UNIX seconds of the muting. */
export async function loadMutedUsersOf(
  db: Reader,
  userId: number,
): Promise<{ id: number; timestamp: number }[]> {
  const rows = await db
    .selectFrom('chat_muted_user')
    .select(['muted_id', 'muted_at'])
    .where('user_id', '=', userId)
    .orderBy('muted_id')
    .execute()
  return rows.map(({ muted_id, muted_at }) => ({
    id: muted_id,
    timestamp: Math.floor(muted_at / 1_000),
  }))
}

/** Mutes a user for the caller, who has read by this what the user sent and will send; and notifies the caller's clients. */
export async function muteUser(chat: Chat, actor: Actor, mutedId: number): Promise<void> {
  const user_id = actor.user.id
  if (mutedId === user_id) throw badRequest('Cannot mute self')
  await writeChat(chat, async (unit) => {
    const member = await loadMember(unit.tx, actor, chat.now().getTime())
    await requireVisibleUserById(unit.tx, member, mutedId)
    const known = await loadMutedUsersOf(unit.tx, user_id)
    if (known.some(({ id }) => id === mutedId)) throw badRequest('User already muted')
    const row = { user_id, muted_id: mutedId, muted_at: chat.now().getTime() }
    await unit.tx.insertInto('chat_muted_user').values(row).execute()
    await emitMutedUsers(unit, user_id)
  })
  await markReadFrom(chat, actor, mutedId)
}

/** Unmutes a user. Throws when the user is not muted. */
export async function unmuteUser(chat: Chat, actor: Actor, mutedId: number): Promise<void> {
  await writeChat(chat, async (unit) => {
    const gone = unit.tx.deleteFrom('chat_muted_user').where('user_id', '=', actor.user.id)
    const { numDeletedRows } = await gone.where('muted_id', '=', mutedId).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw badRequest('User is not muted')
    await emitMutedUsers(unit, actor.user.id)
  })
}

async function emitMutedUsers({ tx, emit }: ChatWork, userId: number): Promise<void> {
  const muted_users = await loadMutedUsersOf(tx, userId)
  emit({ payload: { type: 'muted_users', muted_users }, to: { users: [userId] } })
}
