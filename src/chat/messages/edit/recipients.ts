import { sql } from 'kysely'
import { ROLES } from '../../groups/system-groups.ts'
import type { Audience } from '../../kernel/event-log.ts'
import type { Tx } from '../../kernel/rows.ts'
import { MESSAGE_FLAGS } from '../flags.ts'
import { hasBits, isReceived } from '../read-state.ts'

/** Messages whose changes a user is notified of. */
export interface MessageRecipients {
  to: Audience
  messageIds: number[]
}

/**
 * Who is notified of changes to messages of a channel, by messages: its subscribers of all, with protected history of those that
 * they received; and whoever received some elsewhere or before they left, and may read the channel still.
 */
export async function loadRecipientsIn(
  tx: Tx,
  channelId: number,
  messageIds: readonly number[],
): Promise<MessageRecipients[]> {
  const channel = await tx
    .selectFrom('chat_channel')
    .select(['has_shared_history', 'is_private', 'is_web_public'])
    .where('id', '=', channelId)
    .executeTakeFirst()
  if (!channel || channel.has_shared_history || messageIds.length === 0) {
    const subscribers = { to: { channel: channelId }, messageIds: [...messageIds] }
    const isOpen = channel && !channel.is_private && messageIds.length > 0
    const others = isOpen ? await loadReaders(tx, channelId, messageIds, channel) : []
    return [subscribers, ...others]
  }
  const { rows } = await sql<{ user_id: number; id: number }>`
    select s.user_id, m.id from chat_message m
      join chat_subscription s on s.channel_id = ${channelId} and s.is_active = 1
      left join chat_receipt r on r.message_id = m.id and r.user_id = s.user_id
    where m.id in (${sql.join([...messageIds])}) and ${isReceived(sql`s.user_id`)}
    order by s.user_id, m.id`.execute(tx)
  return groupAlike(rows)
}

/** Users who have received some of the messages, and may read their channel without being subscribed to it. */
async function loadReaders(
  tx: Tx,
  channelId: number,
  messageIds: readonly number[],
  { is_web_public }: { is_web_public: number },
): Promise<MessageRecipients[]> {
  const { rows } = await sql<{ user_id: number; id: number }>`
    select distinct u.id as user_id, m.id from chat_message m
      join (
        select i.user_id, x.id from chat_message x
          join chat_subscription p on p.channel_id = x.sent_channel_id
          join chat_interval i on i.user_id = p.user_id and i.channel_id = p.channel_id
            and x.id > i.from_message and (i.to_message is null or x.id <= i.to_message)
          where x.id in (${sql.join([...messageIds])})
            and (i.to_message is not null or x.sent_channel_id <> x.channel_id)
        union
        select r.user_id, r.message_id from chat_receipt r
          where r.message_id in (${sql.join([...messageIds])})
            and ${hasBits('r', MESSAGE_FLAGS.historical)}
      ) got on got.id = m.id
      join chat_user u on u.id = got.user_id and u.is_active = 1
        and (u.role < ${sql.lit(ROLES.guest)} or ${sql.lit(is_web_public)} = 1)
    where not exists (select 1 from chat_subscription s
      where s.user_id = u.id and s.channel_id = ${channelId} and s.is_active = 1)
    order by u.id, m.id`.execute(tx)
  return groupAlike(rows)
}

/** Users who are notified of the same messages, together. */
function groupAlike(rows: readonly { user_id: number; id: number }[]): MessageRecipients[] {
  const received = Map.groupBy(rows, ({ user_id }) => user_id)
  const alike = Map.groupBy(received.values(), (own) => own.map(({ id }) => id).join())
  return [...alike.values()].map((users) => ({
    to: { users: users.flatMap(([first]) => first?.user_id ?? []) },
    messageIds: (users[0] ?? []).map(({ id }) => id),
  }))
}
