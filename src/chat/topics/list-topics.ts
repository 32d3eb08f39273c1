import { sql } from 'kysely'
import { canReadChannel, requireChannelById, type SeenChannel } from '../channels/access.ts'
import { noChannelWithId } from '../kernel/failures.ts'
import { loadRequester, type Requester } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../messages/message-record.ts'
import { isReceived, readStateJoins } from '../messages/read-state.ts'

/** Topics of a channel that the caller may read, with the id of each one's newest message, newest first. */
export async function listTopicsOfChannel(
  chat: Chat,
  actor: Actor | undefined,
  channelId: number,
  showsEmptyName: boolean,
): Promise<{ name: string; max_id: number }[]> {
  const db = reader(chat)
  const requester = await loadRequester(db, actor, chat.now().getTime())
  const seen = await requireChannelById(db, requester, channelId)
  if (!canReadChannel(requester, seen)) throw noChannelWithId(channelId)
  const userId = actor?.user.id ?? 0
  // With protected history, members only see topics of messages they received.
  const joins = seen.channel.has_shared_history ? sql`` : readStateJoins(userId)
  const received = seen.channel.has_shared_history ? sql`true` : isReceived(userId)
  const { rows } = await sql<{ name: string; max_id: number }>`
    select newest.topic as name, t.max_id from (
      select m.topic_key, max(m.id) as max_id from chat_message m ${joins}
      where m.channel_id = ${channelId} and ${received} group by m.topic_key
    ) t join chat_message newest on newest.id = t.max_id order by t.max_id desc`.execute(db)
  return rows.map(({ name, max_id }) => ({
    name: name === '' && !showsEmptyName ? EMPTY_TOPIC_DISPLAY_NAME : name,
    max_id,
  }))
}

/** Whether a topic, by its key, holds messages that a user may read, of a channel that they may read. */
export async function hasTopic(
  db: Reader,
  { user }: Requester,
  { channel }: SeenChannel,
  key: string,
): Promise<boolean> {
  const userId = user?.id ?? 0
  const isPlain = channel.has_shared_history
  const { rows } =
    await sql`select 1 from chat_message m ${isPlain ? sql`` : readStateJoins(userId)}
    where m.channel_id = ${channel.id} and m.topic_key = ${key}
      and ${isPlain ? sql`true` : isReceived(userId)} limit 1`.execute(db)
  return rows.length > 0
}
