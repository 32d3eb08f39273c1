import { sql } from 'kysely'
import type { EmittedEvent } from '../../events/event.ts'
import { relinkAttachments } from '../../files/attachment-links.ts'
import type { AttachmentRecord } from '../../files/attachment-record.ts'
import type { Audience } from '../../kernel/event-log.ts'
import { badRequest } from '../../kernel/failures.ts'
import type { Member } from '../../kernel/requester.ts'
import type { Message, Tx } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import type { ChatWork } from '../../kernel/unit-of-work.ts'
import { HISTORY_MAX_BYTES } from '../../limits.ts'
import { renewWords } from '../../narrow/word-index.ts'
import { queuePreviews } from '../../previews/queue-previews.ts'
import type { RenderedMessage } from '../../rendering/render-message.ts'
import type { SeenMessage } from '../access.ts'
import { weighHistories } from '../fetch/edit-history.ts'
import { loadConversationMembers } from '../fetch/load-messages.ts'
import { MENTION_BITS, MESSAGE_FLAGS } from '../flags.ts'
import { countMessageSpace } from '../message-space.ts'
import { storeMentions } from '../send/deliver.ts'
import { loadRecipientsIn } from './recipients.ts'

/** The new content of a message. */
export interface NewContent {
  content: string
  rendered: RenderedMessage
}

/** Flags that follow from the content. */
const CONTENT_BITS = MENTION_BITS | MESSAGE_FLAGS.has_alert_word

/**
 * Replaces the content of a message, keeps the old one in its history, and notifies everybody who can see it. Returns the
 * sender's uploads to which no message links any more.
 */
export async function changeContent(
  chat: Chat,
  unit: ChatWork,
  member: Member,
  { message: before }: SeenMessage,
  { content, rendered }: NewContent,
): Promise<AttachmentRecord[]> {
  const { tx, emit } = unit
  const edited_at = chat.now().getTime()
  const change = {
    content,
    rendered: rendered.html,
    edited_at,
    is_me_message: rendered.isMeMessage ? 1 : 0,
    mentions_channel: rendered.wildcard === 'channel' ? 1 : 0,
    has_attachment: rendered.hasAttachment ? 1 : 0,
    has_image: rendered.hasImage ? 1 : 0,
    has_link: rendered.hasLink ? 1 : 0,
  }
  await tx.updateTable('chat_message').set(change).where('id', '=', before.id).execute()
  const after: Message = { ...before, ...change }
  await requireShortHistory(tx, before)
  await countMessageSpace(chat, unit, member.user, { content, rendered })
  await tx
    .insertInto('chat_edit')
    .values({
      message_id: before.id,
      user_id: member.user.id,
      edited_at,
      prev_content: before.content,
      prev_rendered: before.rendered,
      prev_topic: null,
      topic: null,
      prev_channel_id: null,
      channel_id: null,
    })
    .execute()
  await renewWords(tx, [after])
  await sql`update chat_receipt set flags = flags & ${~CONTENT_BITS}
    where message_id = ${before.id}`.execute(tx)
  await storeMentions(tx, after, rendered)
  const seconds = Math.floor(edited_at / 1_000)
  const payload = {
    type: 'update_message',
    user_id: member.user.id,
    rendering_only: false,
    message_id: before.id,
    message_ids: [before.id],
    edit_timestamp: seconds,
    ...(before.channel_id === null ? {} : { stream_id: before.channel_id }),
    orig_content: before.content,
    orig_rendered_content: before.rendered,
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
  } satisfies EmittedEvent
  for (const to of await loadAudiencesOf(tx, after)) emit({ payload, to })
  await queuePreviews(chat, unit, after, member.user, rendered)
  const { uploads } = rendered
  if (before.has_attachment === 0 && uploads.length === 0) return []
  const { user: sender, client } = member
  return relinkAttachments(chat, unit, { sender, client, message: after, uploads })
}

/** Throws when a message would have more earlier versions than can be read together. */
async function requireShortHistory(tx: Tx, { id, content, rendered }: Message): Promise<void> {
  const kept = (await weighHistories(tx, [id])).get(id) ?? 0
  const added = Buffer.byteLength(content) + Buffer.byteLength(rendered)
  if (kept + added <= HISTORY_MAX_BYTES) return
  throw badRequest(
    `This message was edited too often: its history would have more than ${HISTORY_MAX_BYTES} bytes.`,
  )
}

/** Recipients of changes to a message: those who got its event and still have access. */
export async function loadAudiencesOf(tx: Tx, message: Message): Promise<Audience[]> {
  if (message.channel_id !== null) {
    const recipientSets = await loadRecipientsIn(tx, message.channel_id, [message.id])
    return recipientSets.map(({ to }) => to)
  }
  const members = await loadConversationMembers(tx, [message])
  return [{ users: members.get(message.conversation_id ?? 0) ?? [] }]
}
