import { sql } from 'kysely'
import type { Chat } from '../port.ts'
import { writeChat } from '../write.ts'
import { QUEUE_IDLE_MAX_SECONDS } from '../limits.ts'
import { newestEvent } from './append.ts'

/** Typing and presence are of no interest to a client that comes later than this. */
const TRANSIENT_MS = 2 * 60_000

/**
 * Removes queues that were idle for longer than they may be, and events that every remaining queue has.
 */
export async function sweepQueues(chat: Chat): Promise<void> {
  await writeChat(chat, async ({ tx }) => {
    const nowMs = chat.now().getTime()
    await sql`delete from chat_sent where queue_id in (
      select id from chat_queue where active_at + idle_timeout_ms < ${nowMs})`.execute(tx)
    await sql`delete from chat_queue where active_at + idle_timeout_ms < ${nowMs}`.execute(tx)
    // No client comes back to retry with an id of a queue that is longer gone than any queue may be idle.
    const sentBefore = nowMs - QUEUE_IDLE_MAX_SECONDS * 1_000
    await sql`delete from chat_sent where queue_id not in (select id from chat_queue)
      and not exists (select 1 from chat_message m
        where m.id = chat_sent.message_id and m.sent_at >= ${sentBefore})`.execute(tx)
    const oldest = await tx
      .selectFrom('chat_queue')
      .select((eb) => eb.fn.min('scanned').as('scanned'))
      .executeTakeFirst()
    const needed = oldest?.scanned ?? (await newestEvent(tx))
    await tx
      .updateTable('chat_counter')
      .set({ value: needed })
      .where('name', '=', 'pruned')
      .execute()
    await tx.deleteFrom('chat_event').where('id', '<=', needed).execute()
    await tx
      .deleteFrom('chat_event')
      .where('is_transient', '=', 1)
      .where('created_at', '<', nowMs - TRANSIENT_MS)
      .execute()
    await sql`delete from chat_event_user where event_id <= ${needed}`.execute(tx)
  })
}
