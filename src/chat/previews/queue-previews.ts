import { scheduleBackgroundJob } from '../../store/background-job-queue.ts'
import type { Message, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { LINK_PREVIEWS_WAITING_MAX_COUNT } from '../limits.ts'
import { loadRealm } from '../organization/store-realm.ts'
import type { RenderedMessage } from '../rendering/render-message.ts'
import { PREVIEW_JOB } from './port.ts'

/** Has shown what is behind the links of a message, where operator and organization want that, and a person wrote it. */
export async function queuePreviews(
  chat: Chat,
  { tx }: ChatWork,
  { id: message_id }: Message,
  author: User,
  { links }: Pick<RenderedMessage, 'links'>,
): Promise<void> {
  if (!chat.describeLink || links.length === 0 || author.is_bot) return
  if (!(await loadRealm(tx)).inline_url_embed_preview) return
  const nowMs = chat.now().getTime()
  await tx.insertInto('chat_link_preview').values({ message_id, created_at: nowMs }).execute()
  // Where pages are slow, the oldest messages go without.
  const kept = await tx
    .selectFrom('chat_link_preview')
    .select('id')
    .orderBy('id', 'desc')
    .offset(LINK_PREVIEWS_WAITING_MAX_COUNT)
    .limit(1)
    .executeTakeFirst()
  if (kept) await tx.deleteFrom('chat_link_preview').where('id', '<=', kept.id).execute()
  await scheduleBackgroundJob(tx, PREVIEW_JOB, nowMs)
}
