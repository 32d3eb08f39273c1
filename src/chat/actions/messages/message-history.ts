import { badRequest } from '../../failures.ts'
import { messageById } from '../../messages/access.ts'
import { editsOf } from '../../messages/edit-history.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../messages/message-record.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'

/** One version of a message, with what it replaced. */
export type MessageVersion = {
  timestamp: number
  user_id: number | null
  topic: string
  content: string
  rendered_content: string
  prev_content?: string
  prev_rendered_content?: string
  prev_topic?: string
  stream?: number
  prev_stream?: number
}

/** Every version of a message, oldest first. Throws where the organization hides them. */
export async function messageHistory(
  chat: Chat,
  actor: Actor,
  messageId: number,
  showsEmptyName: boolean,
): Promise<MessageVersion[]> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const policy = member.realm.message_edit_history_visibility_policy
  if (policy === 'none') {
    throw badRequest('Message edit history is disabled in this organization')
  }
  const { message } = await messageById(db, member, messageId)
  const nameOf = (topic: string) =>
    topic === '' && message.channel_id !== null && !showsEmptyName
      ? EMPTY_TOPIC_DISPLAY_NAME
      : topic
  const seconds = (ms: number) => Math.floor(ms / 1_000)
  // From the newest version back: each edit says how it was before.
  let { topic, content, rendered } = message
  const versions: MessageVersion[] = []
  for (const edit of await editsOf(db, [messageId])) {
    const isMove = edit.topic !== null || edit.channel_id !== null
    const version: MessageVersion = {
      timestamp: seconds(edit.edited_at),
      user_id: edit.user_id,
      topic: nameOf(topic),
      content,
      rendered_content: rendered,
      ...(edit.topic === null ? {} : { prev_topic: nameOf(edit.prev_topic ?? '') }),
      ...(edit.channel_id === null
        ? {}
        : { stream: edit.channel_id, prev_stream: edit.prev_channel_id ?? 0 }),
    }
    if (edit.prev_content !== null && policy === 'all') {
      version.prev_content = edit.prev_content
      version.prev_rendered_content = edit.prev_rendered ?? ''
    }
    if (policy === 'all' || isMove) versions.push(version)
    if (edit.topic !== null) topic = edit.prev_topic ?? ''
    if (edit.prev_content !== null && policy === 'all') {
      content = edit.prev_content
      rendered = edit.prev_rendered ?? ''
    }
  }
  versions.push({
    timestamp: seconds(message.sent_at),
    user_id: message.sender_id,
    topic: nameOf(topic),
    content,
    rendered_content: rendered,
  })
  return versions.toReversed()
}
