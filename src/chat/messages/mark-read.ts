import { sql } from 'kysely'
import type { Reader, Tx, User } from '../kernel/rows.ts'
import { sqlLimit } from '../kernel/sql-in-list.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { isRead, isReceived, readStateJoins } from './read-state.ts'

/**
 * Marks received messages as read. When they complete a thread up to the newest of them, its read mark moves; only isolated
 * messages get a receipt each.
 */
export async function markRead(tx: Tx, user: User, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return
  const rows = await tx
    .selectFrom('chat_message')
    .select(['id', 'thread_id'])
    .where('id', 'in', [...messageIds])
    .execute()
  for (const [threadId, messages] of Map.groupBy(rows, ({ thread_id }) => thread_id)) {
    const ids = new Set(messages.map(({ id }) => id))
    const top = Math.max(...ids)
    const unread = await unreadInThread(tx, user, threadId, top, ids.size + 1)
    const isIsland = unread.some((id) => !ids.has(id))
    if (isIsland) await setRead(tx, user.id, [...ids], 1)
    else await moveMark(tx, user.id, threadId, top)
  }
}

/** Values bound in one statement. */
const STATEMENT_MAX_IDS = 1_000

/** Marks unread messages of a user as read, and tells their clients. */
export async function readAndTell(
  { tx, emit }: Pick<ChatWork, 'tx' | 'emit'>,
  user: User,
  messages: number[],
): Promise<void> {
  if (messages.length === 0) return
  for (let start = 0; start < messages.length; start += STATEMENT_MAX_IDS) {
    await markRead(tx, user, messages.slice(start, start + STATEMENT_MAX_IDS))
  }
  tellRead(emit, messages, [user.id])
}

/** Tells the clients of users what they have read by now. */
export function tellRead(emit: ChatWork['emit'], messages: number[], users: number[]): void {
  emit({
    payload: {
      type: 'update_message_flags',
      op: 'add',
      operation: 'add',
      flag: 'read',
      messages,
      all: false,
    },
    to: { users },
  })
}

/** Marks messages as unread, against the read marks. */
export async function markUnread(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
): Promise<void> {
  await setRead(tx, userId, messageIds, 0)
}

/** Ids of at most `max` messages of a thread up to `top` that the user received and has not read. */
async function unreadInThread(
  db: Reader,
  user: User,
  threadId: number,
  top: number,
  max: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with candidate(id) as (
      select m.id from chat_message m where m.thread_id = ${threadId} and m.id <= ${top}
        and m.id > coalesce((select read_up_to from chat_read_mark
          where user_id = ${user.id} and thread_id = ${threadId}), 0)
      union
      select m.id from chat_receipt r join chat_message m on m.id = r.message_id
        where r.user_id = ${user.id} and r.is_read = 0 and m.thread_id = ${threadId} and m.id <= ${top}
    )
    select m.id from candidate join chat_message m on m.id = candidate.id
      ${readStateJoins(user.id)}
    where ${isReceived(user.id)} and not ${isRead(user)} ${sqlLimit(max)}`.execute(db)
  return rows.map(({ id }) => id)
}

async function moveMark(tx: Tx, userId: number, threadId: number, top: number): Promise<void> {
  await tx
    .insertInto('chat_read_mark')
    .values({ user_id: userId, thread_id: threadId, read_up_to: top })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'thread_id'])
        .doUpdateSet({ read_up_to: top })
        .where('chat_read_mark.read_up_to', '<', top),
    )
    .execute()
  const below = sql`user_id = ${userId} and message_id in (
    select id from chat_message where thread_id = ${threadId} and id <= ${top})`
  await sql`update chat_receipt set is_read = null
    where is_read is not null and ${below}`.execute(tx)
  await dropEmptyReceipts(tx, userId)
}

async function setRead(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
  isReadNow: 0 | 1,
): Promise<void> {
  for (const message_id of messageIds) {
    await tx
      .insertInto('chat_receipt')
      .values({ user_id: userId, message_id, flags: 0, is_read: isReadNow })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'message_id']).doUpdateSet({ is_read: isReadNow }),
      )
      .execute()
  }
}

/** Empty receipts are deleted. */
async function dropEmptyReceipts(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('chat_receipt')
    .where('user_id', '=', userId)
    .where('flags', '=', 0)
    .where('is_read', 'is', null)
    .execute()
}
