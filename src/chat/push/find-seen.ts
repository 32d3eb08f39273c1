import { sql } from 'kysely'
import { isRead, isReceived, readStateJoins } from '../messages/read-state.ts'
import type { Chat } from '../port.ts'
import { reader, writeChat } from '../write.ts'

/** Messages that one notification takes from a device. */
const REMOVAL_MAX_MESSAGES = 200

/** Nobody's screen shows a notification for longer. */
const SHOWN_MAX_MS = 30 * 86_400_000

/**
 * Queues notifications that take others back: of messages that were read, deleted or are of no concern to
 * the user any more. What has not been sent yet never will be.
 */
export async function findSeen(chat: Chat): Promise<void> {
  const nowMs = chat.now().getTime()
  const shown = await reader(chat).selectFrom('chat_pushed').select('user_id').limit(1).execute()
  if (shown.length === 0) return
  await writeChat(chat, async ({ tx }) => {
    await tx
      .deleteFrom('chat_pushed')
      .where('pushed_at', '<', nowMs - SHOWN_MAX_MS)
      .execute()
    const id = sql.ref<number>('p.user_id')
    const read_up_to = sql.ref<number>('u.read_up_to')
    const { rows } = await sql<{ user_id: number; message_id: number }>`
      select p.user_id, p.message_id from chat_pushed p join chat_user u on u.id = p.user_id
        left join chat_message m on m.id = p.message_id ${readStateJoins(id)}
      where not ${isReceived(id)} or ${isRead({ id, read_up_to })}
      order by p.user_id, p.message_id limit 1000`.execute(tx)
    for (const [user_id, seen] of Map.groupBy(rows, (row) => row.user_id)) {
      const ids = seen.map(({ message_id }) => message_id)
      await tx
        .deleteFrom('chat_pushed')
        .where('user_id', '=', user_id)
        .where('message_id', 'in', ids)
        .execute()
      const unsent = await tx
        .deleteFrom('chat_push')
        .where('user_id', '=', user_id)
        .where('kind', '=', 'message')
        .where(
          'message_ids',
          'in',
          ids.map((one) => JSON.stringify([one])),
        )
        .returning('message_ids')
        .execute()
      const never = new Set(
        unsent.flatMap(({ message_ids }) => JSON.parse(message_ids) as number[]),
      )
      const taken = ids.filter((one) => !never.has(one))
      for (let start = 0; start < taken.length; start += REMOVAL_MAX_MESSAGES) {
        const message_ids = JSON.stringify(taken.slice(start, start + REMOVAL_MAX_MESSAGES))
        const times = { created_at: nowMs, due_at: nowMs, attempts: 0 }
        await tx
          .insertInto('chat_push')
          .values({ user_id, kind: 'remove', message_ids, ...times })
          .execute()
      }
    }
  })
}
