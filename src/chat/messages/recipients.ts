import { sql } from 'kysely'
import type { Audience } from '../kernel/event-log.ts'
import type { Tx } from '../kernel/rows.ts'
import { isReceived } from './read-state.ts'

/** Messages whose changes a user is notified of. */
export interface MessageRecipients {
  to: Audience
  messageIds: number[]
}

/**
 * For each subscriber of a channel, the messages whose changes they are notified of: all; with protected history, only received
 * ones.
 */
export async function loadRecipientsIn(
  tx: Tx,
  channelId: number,
  messageIds: readonly number[],
): Promise<MessageRecipients[]> {
  const channel = await tx
    .selectFrom('chat_channel')
    .select('has_shared_history')
    .where('id', '=', channelId)
    .executeTakeFirst()
  if (channel?.has_shared_history || messageIds.length === 0) {
    return [{ to: { channel: channelId }, messageIds: [...messageIds] }]
  }
  const { rows } = await sql<{ user_id: number; id: number }>`
    select s.user_id, m.id from chat_message m
      join chat_subscription s on s.channel_id = ${channelId} and s.is_active = 1
      left join chat_receipt r on r.message_id = m.id and r.user_id = s.user_id
    where m.id in (${sql.join([...messageIds])}) and ${isReceived(sql`s.user_id`)}
    order by s.user_id, m.id`.execute(tx)
  const received = Map.groupBy(rows, ({ user_id }) => user_id)
  const alike = Map.groupBy(received.values(), (own) => own.map(({ id }) => id).join())
  return [...alike.values()].map((users) => ({
    to: { users: users.flatMap(([first]) => first?.user_id ?? []) },
    messageIds: (users[0] ?? []).map(({ id }) => id),
  }))
}
