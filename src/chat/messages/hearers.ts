import { sql } from 'kysely'
import type { Audience } from '../events/append.ts'
import type { Tx } from '../port.ts'
import { isReceived } from './read-state.ts'

/**
 * Who hears of changes of messages of a channel: its subscribers; where history is protected, only those
 * of them who received one of the messages.
 */
export async function hearersIn(
  tx: Tx,
  channelId: number,
  messageIds: readonly number[],
): Promise<Audience> {
  const channel = await tx
    .selectFrom('chat_channel')
    .select('has_shared_history')
    .where('id', '=', channelId)
    .executeTakeFirst()
  if (channel?.has_shared_history || messageIds.length === 0) return { channel: channelId }
  const { rows } = await sql<{ user_id: number }>`
    select s.user_id from chat_subscription s
    where s.channel_id = ${channelId} and s.is_active = 1 and exists (
      select 1 from chat_message m
        left join chat_receipt r on r.message_id = m.id and r.user_id = s.user_id
      where m.id in (${sql.join([...messageIds])}) and ${isReceived(sql`s.user_id`)})`.execute(tx)
  return { users: rows.map(({ user_id }) => user_id) }
}
