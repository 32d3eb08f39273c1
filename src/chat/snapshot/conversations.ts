import { sql } from 'kysely'
import { membersOfKey } from '../messages/lanes.ts'
import type { Reader, User } from '../port.ts'

const CONVERSATIONS_MAX_COUNT = 1_000

/** The direct conversations of a user, the latest first (spec 2.10). */
export async function recentConversations(
  db: Reader,
  user: User,
): Promise<{ max_message_id: number; user_ids: number[] }[]> {
  const { rows } = await sql<{ member_key: string; newest: number | null }>`
    select c.member_key,
      (select max(m.id) from chat_message m where m.conversation_id = c.id) as newest
    from chat_conversation_member x join chat_conversation c on c.id = x.conversation_id
    where x.user_id = ${user.id}`.execute(db)
  return rows
    .filter(({ newest }) => newest !== null)
    .toSorted((a, b) => (b.newest ?? 0) - (a.newest ?? 0))
    .slice(0, CONVERSATIONS_MAX_COUNT)
    .map(({ member_key, newest }) => ({
      max_message_id: newest ?? 0,
      user_ids: membersOfKey(member_key).filter((id) => id !== user.id),
    }))
}
