import { sql } from 'kysely'
import type { Chat } from '../kernel/types.ts'
import { MESSAGE_FLAGS } from '../messages/flags.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { TOPIC_POLICIES } from '../topics/topic-policy.ts'
import { examineNew } from './examine-new.ts'
import { loadNotices } from './find-notices.ts'
import { MISSED_MAX_COUNT } from './limits.ts'
import { shouldMail } from './wants-mail.ts'

/** Name of the counter of the newest examined message: messages from before mail was set up are not mailed. */
const COUNTER = 'mailed'

/** Bits of receipts that may be a reason for a mail. */
const MENTION_BITS = MESSAGE_FLAGS.mentioned | MESSAGE_FLAGS.topic_wildcard_mentioned

/**
 * Whom a message may be mailed to, as far as the database can tell at once: most messages concern nobody but those who read them
 * anyway.
 */
const MAY_CONCERN = sql`(m.channel_id is null or m.mentions_channel = 1
  or (coalesce(r.flags, 0) & ${sql.lit(MENTION_BITS)}) <> 0
  or s.email_notifications = 1 or t.policy = ${sql.lit(TOPIC_POLICIES.followed)}
  or u.settings like '%"enable_stream_email_notifications":true%')`

/** Notes who is to be mailed of messages not examined yet. Returns whether there may be more. */
export async function noteMissed(chat: Chat): Promise<boolean> {
  const nowMs = chat.now().getTime()
  return examineNew(chat, COUNTER, async (tx, span) => {
    const notices = await loadNotices(tx, span, MAY_CONCERN, nowMs)
    for (const notice of notices.filter(shouldMail)) {
      const { user_id, message_id } = notice
      const seconds = settingsOf(notice).email_notifications_batching_period_seconds
      await tx
        .insertInto('chat_missed_mail')
        .values({ user_id, message_id, created_at: nowMs, due_at: nowMs + seconds * 1_000 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const kept = await tx
      .selectFrom('chat_missed_mail')
      .select('message_id')
      .orderBy('message_id', 'desc')
      .offset(MISSED_MAX_COUNT)
      .limit(1)
      .executeTakeFirst()
    if (kept) {
      await tx.deleteFrom('chat_missed_mail').where('message_id', '<=', kept.message_id).execute()
    }
  })
}
