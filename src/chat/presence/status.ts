import { loadMember } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { withUsualNames } from '../messages/emoji/emoji.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { requireVisibleUserById, requireUserById } from '../users/find-users.ts'

/** A user's status (spec 2.7); empty when none is set. */
export interface StatusRecord {
  away?: boolean
  status_text?: string
  emoji_name?: string
  emoji_code?: string
  reaction_type?: string
}

/** The status of one user. Throws when there is no such user. */
export async function loadStatusOf(db: Reader, userId: number): Promise<StatusRecord> {
  const user = await requireUserById(db, userId)
  const all = await loadStatuses(db, [userId])
  return {
    ...(settingsOf(user).presence_enabled ? {} : { away: true }),
    ...all[String(userId)],
  }
}

/** Statuses by user id, of everybody who set one; of the named users only, if given. */
export async function loadStatuses(
  db: Reader,
  userIds?: readonly number[],
): Promise<Record<string, StatusRecord>> {
  const query = db.selectFrom('chat_status').selectAll()
  const stored = await (userIds ? query.where('user_id', 'in', [...userIds]) : query).execute()
  const rows = await withUsualNames(stored)
  return Object.fromEntries(
    rows.map(({ user_id, status_text, emoji_name, emoji_code, reaction_type }) => [
      String(user_id),
      {
        ...(status_text === '' ? {} : { status_text }),
        ...(emoji_name === '' ? {} : { emoji_name, emoji_code, reaction_type }),
      },
    ]),
  )
}

/** A user's status as clients see it. Throws for a user that does not exist or may not be seen. */
export async function fetchStatus(
  chat: Chat,
  actor: Actor,
  userId: number,
): ReturnType<typeof loadStatusOf> {
  const db = reader(chat)
  const requester = await loadMember(db, actor, chat.now().getTime())
  await requireVisibleUserById(db, requester, userId)
  return loadStatusOf(db, userId)
}
