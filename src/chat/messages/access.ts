import { sql } from 'kysely'
import { canReadChannel, type SeenChannel } from '../channels/access.ts'
import { badRequest } from '../kernel/failures.ts'
import { prepareQuery } from '../kernel/prepared-query.ts'
import type { Requester } from '../kernel/requester.ts'
import type { Message, MessageHead, Reader, User } from '../kernel/rows.ts'
import { isRead, isReceived, readStateJoins, readStates } from './read-state.ts'

/** A message that the requester may read, with its channel where it is in one. */
export interface SeenMessage<M extends MessageHead = Message> {
  message: M
  seen: SeenChannel | undefined
}

/** The message of an id. Throws alike for one that does not exist and one that the requester may not read. */
export async function requireMessageById(
  db: Reader,
  requester: Requester,
  id: number,
): Promise<SeenMessage> {
  const rows = await db.selectFrom('chat_message').selectAll().where('id', '=', id).execute()
  const [found] = await readableOf(db, requester, rows)
  if (!found) throw badRequest('Invalid message(s)')
  return found
}

/** The messages among the ids that the requester may read, by id, without their texts. */
export async function loadReadableMessages(
  db: Reader,
  requester: Requester,
  ids: readonly number[],
): Promise<SeenMessage<MessageHead>[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('chat_message')
    .select(HEAD_COLUMNS)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return readableOf(db, requester, rows)
}

/** The columns of a message but for its texts. */
export const HEAD_COLUMNS = [
  'id',
  'sender_id',
  'channel_id',
  'topic',
  'topic_key',
  'conversation_id',
  'thread_id',
  'sent_channel_id',
  'sent_at',
  'edited_at',
  'moved_at',
  'client',
  'is_read_by_sender',
  'is_me_message',
  'mentions_channel',
  'has_attachment',
  'has_image',
  'has_link',
  'has_reaction',
] as const satisfies readonly (keyof MessageHead)[]

async function readableOf<M extends MessageHead>(
  db: Reader,
  requester: Requester,
  rows: readonly M[],
): Promise<SeenMessage<M>[]> {
  if (rows.length === 0) return []
  const channels = await channelsOf(db, requester, rows)
  const states = requester.user
    ? await readStates(
        db,
        requester.user,
        rows.map(({ id }) => id),
      )
    : new Map<number, { isReceived: boolean }>()
  return rows.flatMap((message): SeenMessage<M>[] => {
    const wasReceived = states.get(message.id)?.isReceived ?? false
    if (message.channel_id === null) return wasReceived ? [{ message, seen: undefined }] : []
    const seen = channels.get(message.channel_id)
    if (!seen || !canReadChannel(requester, seen)) return []
    return seen.channel.has_shared_history || wasReceived ? [{ message, seen }] : []
  })
}

async function channelsOf(
  db: Reader,
  { user }: Requester,
  rows: readonly MessageHead[],
): Promise<ReadonlyMap<number, SeenChannel>> {
  const ids = [...new Set(rows.map(({ channel_id }) => channel_id))].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const channels = await db.selectFrom('chat_channel').selectAll().where('id', 'in', ids).execute()
  const subscriptions = await db
    .selectFrom('chat_subscription')
    .selectAll()
    .where('user_id', '=', user?.id ?? 0)
    .where('channel_id', 'in', ids)
    .execute()
  return new Map(
    channels.map((channel) => [
      channel.id,
      { channel, subscription: subscriptions.find(({ channel_id }) => channel_id === channel.id) },
    ]),
  )
}

/** Active people except the sender who received a message and have read it. */
export async function loadReadersOf(db: Reader, message: Message): Promise<User[]> {
  const id = sql.ref<number>('u.id')
  const read_up_to = sql.ref<number>('u.read_up_to')
  const { rows } = await sql<User>`
    select u.* from chat_message m join chat_user u on u.is_active = 1 and u.is_bot = 0
      ${readStateJoins(id)}
    where m.id = ${message.id} and u.id <> m.sender_id
      and ${isReceived(id)} and ${isRead({ id, read_up_to })} order by u.id`.execute(db)
  return rows
}

/** Id of the newest message; 0 where there is none. */
export async function findNewestMessageId(db: Reader): Promise<number> {
  const [row] = await selectNewest(db, {})
  return row?.id ?? 0
}

const selectNewest = prepareQuery<Record<never, never>, { id: number | null }>((db) =>
  db
    .selectFrom('chat_message')
    .select((eb) => eb.fn.max('id').as('id'))
    .compile(),
)
