import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '../../lib/durations.ts'
import type { Tx } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { isRead, isReceived, readStateJoins } from '../messages/read-state.ts'
import { examineNew, type MessageSpan } from './examine-new.ts'
import { PUSHES_MAX_COUNT } from './limits.ts'
import { type Notice, shouldPush } from './wants-push.ts'

/** Name of the counter of the newest examined message: messages from before the first device are not pushed. */
const COUNTER = 'pushed'

/** Queues notifications of messages not examined yet. Returns whether there may be more. */
export async function queueNew(chat: Chat): Promise<boolean> {
  const nowMs = chat.now().getTime()
  return examineNew(chat, COUNTER, async (tx, span) => {
    for (const notice of await loadNotices(tx, span, HAS_DEVICE, nowMs)) {
      if (shouldPush(notice)) await queue(tx, notice, nowMs)
    }
    await bound(chat, tx)
  })
}

/** Who has a device that was there before a message. */
const HAS_DEVICE = sql`exists (select 1 from chat_device d where d.user_id = u.id
  and d.push_key is not null and d.created_at <= m.sent_at)`

/** Unread messages for people among those of a condition on the message `m` and the user `u`, with what decides. */
export async function loadNotices(
  tx: Tx,
  { above, upTo }: MessageSpan,
  among: RawBuilder<unknown>,
  nowMs: number,
): Promise<Notice[]> {
  const id = sql.ref<number>('u.id')
  const read_up_to = sql.ref<number>('u.read_up_to')
  const { rows } = await sql<Omit<Notice, 'nowMs'>>`
    select u.id as user_id, m.id as message_id, u.settings, m.channel_id,
      coalesce(r.flags, 0) as flags, m.mentions_channel,
      s.is_muted, s.push_notifications, s.email_notifications, s.wildcard_mentions_notify,
      t.policy, p.active_at, p.idle_at,
      (select count(*) from chat_muted_user x
        where x.user_id = u.id and x.muted_id = m.sender_id) as mutes_sender
    from chat_message m join chat_user u
      on u.is_active = 1 and u.is_bot = 0 and u.id <> m.sender_id
    ${readStateJoins(id)}
    left join chat_user_topic t on t.user_id = u.id and t.channel_id = m.channel_id
      and t.topic_key = m.topic_key
    left join chat_presence p on p.user_id = u.id
    where m.id > ${above} and m.id <= ${upTo} and ${among}
      and ${isReceived(id)} and not ${isRead({ id, read_up_to })}
    order by m.id, u.id`.execute(tx)
  return rows.map((row) => ({ ...row, nowMs }))
}

async function queue(tx: Tx, { user_id, message_id }: Notice, nowMs: number): Promise<void> {
  const message_ids = JSON.stringify([message_id])
  const times = { created_at: nowMs, due_at: nowMs, attempts: 0 }
  await tx
    .insertInto('chat_push')
    .values({ user_id, kind: 'message', message_ids, ...times })
    .execute()
  await tx
    .insertInto('chat_pushed')
    .values({ user_id, message_id, pushed_at: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A long outage of the relay must not fill the database: the oldest are dropped. */
async function bound(chat: Chat, tx: Tx): Promise<void> {
  const kept = await tx
    .selectFrom('chat_push')
    .select('id')
    .orderBy('id', 'desc')
    .offset(PUSHES_MAX_COUNT)
    .limit(1)
    .executeTakeFirst()
  if (!kept) return
  await tx.deleteFrom('chat_push').where('id', '<=', kept.id).execute()
  chat.log.warn(
    { max: PUSHES_MAX_COUNT },
    'too many notifications wait for the relay; the oldest went',
  )
}

/** Messages that one notification takes from a device. */
const REMOVAL_MAX_MESSAGES = 200

/** Longest time that a device shows a notification. */
const SHOWN_MAX_MS = 30 * DAY_MS

/**
 * Queues removals of notifications whose messages were read, deleted or are no longer visible. Notifications not sent yet are
 * dropped.
 */
export async function queueRemovals(chat: Chat): Promise<void> {
  const nowMs = chat.now().getTime()
  const pushed = await reader(chat).selectFrom('chat_pushed').select('user_id').limit(1).execute()
  if (pushed.length === 0) return
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
