import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx, User } from '../../kernel/rows.ts'
import { databaseKindOf, sqlInList, sqlLimit } from '../../kernel/sql-in-list.ts'
import type { ChatWork } from '../../kernel/unit-of-work.ts'
import { isRead, isReceived, readStateJoins, readStates } from '../read-state.ts'

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
    else await moveMark(tx, user.id, threadId, [...ids])
  }
}

/** Which of some messages a user received, and has not read. */
export async function unreadAmong(tx: Tx, user: User, ids: readonly number[]): Promise<number[]> {
  const states = await readStates(tx, user, ids)
  return ids.filter((id) => {
    const state = states.get(id)
    return state?.isReceived === true && !state.isRead
  })
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

/** Moves the read mark of a thread up to the newest of some messages, which are all that was unread below it. */
async function moveMark(
  tx: Tx,
  userId: number,
  threadId: number,
  ids: readonly number[],
): Promise<void> {
  const top = Math.max(...ids)
  const before = await tx
    .selectFrom('chat_read_mark')
    .select('read_up_to')
    .where('user_id', '=', userId)
    .where('thread_id', '=', threadId)
    .executeTakeFirst()
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
  // What lies below the mark as it was has been cleared away before, but for what was marked by itself.
  const from = Math.min((before?.read_up_to ?? 0) + 1, ...ids)
  const passed = sql<boolean>`message_id in (select id from chat_message
    where thread_id = ${threadId} and id between ${from} and ${top})`
  await sql`update chat_receipt set is_read = null
    where user_id = ${userId} and is_read is not null and ${passed}`.execute(tx)
  await dropEmptyReceipts(tx, userId, passed)
}

/** Marks messages as read that were marked as unread by themselves: by the read mark where it is above them, else by their receipts. */
export async function markReadOnReceipts(
  tx: Tx,
  user: User,
  messageIds: readonly number[],
): Promise<void> {
  const these = sqlInList(databaseKindOf(tx), sql`message_id`, messageIds)
  await sql`update chat_receipt set is_read = case when message_id <= ${user.read_up_to}
      or exists (select 1 from chat_message m
        join chat_read_mark w on w.user_id = ${user.id} and w.thread_id = m.thread_id
        where m.id = chat_receipt.message_id and m.id <= w.read_up_to)
      then null else 1 end
    where user_id = ${user.id} and ${these}`.execute(tx)
  await dropEmptyReceipts(tx, user.id, these)
}

async function setRead(
  tx: Tx,
  userId: number,
  messageIds: readonly number[],
  isReadNow: 0 | 1,
): Promise<void> {
  const receipts = messageIds.map((message_id) => ({
    user_id: userId,
    message_id,
    flags: 0,
    is_read: isReadNow,
  }))
  for (let start = 0; start < receipts.length; start += STATEMENT_MAX_IDS) {
    await tx
      .insertInto('chat_receipt')
      .values(receipts.slice(start, start + STATEMENT_MAX_IDS))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'message_id']).doUpdateSet({ is_read: isReadNow }),
      )
      .execute()
  }
}

/** Deletes receipts of a user that say nothing any more. */
export async function dropEmptyReceipts(
  tx: Tx,
  userId: number,
  among: RawBuilder<boolean>,
): Promise<void> {
  await sql`delete from chat_receipt
    where user_id = ${userId} and flags = 0 and is_read is null and ${among}`.execute(tx)
}
