import { sql } from 'kysely'
import { jsonRows, toJson } from '../kernel/json-rows.ts'
import { prepareQuery } from '../kernel/prepared-query.ts'
import type { MessageHead, Tx } from '../kernel/rows.ts'
import { databaseKindOf, sqlInList } from '../kernel/sql-in-list.ts'
import { findThread } from './threads.ts'

/** A message that came to a topic or conversation, with the thread of that. */
interface Arrived {
  id: number
  thread_id: number
  sender_id: number
}

const COLUMNS = { id: 'bigint', thread_id: 'bigint', sender_id: 'bigint' } as const

const raiseThreads = prepareQuery<{ rows: string }, never, Tx>((tx, parameter) =>
  sql<never>`update chat_thread set newest_id = came.id from (
      select thread_id, max(r.id) as id
      from ${jsonRows(databaseKindOf(tx), COLUMNS, parameter('rows'))} group by thread_id
    ) came where chat_thread.id = came.thread_id
      and (chat_thread.newest_id is null or chat_thread.newest_id < came.id)`.compile(tx),
)

const raiseSenders = prepareQuery<{ rows: string }, never, Tx>((tx, parameter) =>
  sql<never>`insert into chat_thread_sender (thread_id, user_id, newest_id)
    select thread_id, sender_id, max(r.id)
    from ${jsonRows(databaseKindOf(tx), COLUMNS, parameter('rows'))}
    where true group by thread_id, sender_id
    on conflict (thread_id, user_id) do update set newest_id = excluded.newest_id
      where excluded.newest_id > chat_thread_sender.newest_id`.compile(tx),
)

/** Notes messages as the newest of their threads and senders, where they are. Its statements depend on no answer. */
export async function noteLatest(tx: Tx, messages: readonly Arrived[]): Promise<void> {
  if (messages.length === 0) return
  const rows = toJson(
    messages.map(({ id, thread_id, sender_id }) => ({ id, thread_id, sender_id })),
  )
  await Promise.all([raiseThreads(tx, { rows }), raiseSenders(tx, { rows })])
}

/** What a message says of where it is, or was. */
type Place = Pick<MessageHead, 'channel_id' | 'topic_key' | 'conversation_id'>

/** Looks again for the newest messages of places that messages have left, by a move or for good. */
export async function renewLatest(
  tx: Tx,
  gone: readonly (Place & Pick<MessageHead, 'id'>)[],
): Promise<void> {
  const places = Map.groupBy(
    gone,
    (one) => one.conversation_id ?? `${one.channel_id} ${one.topic_key}`,
  )
  for (const messages of places.values()) {
    const [place] = messages
    if (!place) continue
    const thread = await findThread(tx, place)
    if (thread === undefined) continue
    const ids = messages.map(({ id }) => id)
    if (await renewSenders(tx, thread, place, ids)) await renewThread(tx, thread)
  }
}

/** Renews those whose newest message is among some. Returns whether there were any. */
async function renewSenders(
  tx: Tx,
  thread: number,
  { channel_id, topic_key, conversation_id }: Place,
  ids: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ user_id: number }>`select user_id from chat_thread_sender
    where thread_id = ${thread} and ${sqlInList(databaseKindOf(tx), sql`newest_id`, ids)}`.execute(
    tx,
  )
  const place = conversation_id === null ? channel_id : -conversation_id
  for (const { user_id } of rows) {
    // Along the index of a sender's messages in a channel: the newest ones are mostly in the topic.
    const { rows: found } = await sql<{ id: number }>`select id from chat_message
      where sender_id = ${user_id} and coalesce(channel_id, -conversation_id) = ${place}
        and topic_key = ${topic_key} order by id desc limit 1`.execute(tx)
    await (
      found[0]
        ? sql`update chat_thread_sender set newest_id = ${found[0].id}
          where thread_id = ${thread} and user_id = ${user_id}`
        : sql`delete from chat_thread_sender
          where thread_id = ${thread} and user_id = ${user_id}`
    ).execute(tx)
  }
  return rows.length > 0
}

async function renewThread(tx: Tx, thread: number): Promise<void> {
  await sql`update chat_thread set newest_id = (
      select max(s.newest_id) from chat_thread_sender s where s.thread_id = chat_thread.id)
    where id = ${thread}`.execute(tx)
}
