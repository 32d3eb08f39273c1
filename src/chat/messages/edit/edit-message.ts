import { createHash } from 'node:crypto'
import {
  requireSendableChannel,
  requireChannelById,
  type SeenChannel,
} from '../../channels/access.ts'
import type { AttachmentRecord } from '../../files/attachment-record.ts'
import { badRequest } from '../../kernel/failures.ts'
import { loadMember, type Member } from '../../kernel/requester.ts'
import type { Message, MessageHead, Reader } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { loadOrganizationSettings } from '../../organization/organization-settings.ts'
import { renderMessage } from '../../rendering/render-message.ts'
import { requireRenderingShare } from '../../rendering/rendering-share.ts'
import { moveMessages } from '../../topics/move-messages.ts'
import type { Move, PropagateMode } from '../../topics/topic-move.ts'
import { requireTopicPolicy, readTopic, RESOLVED_PREFIX, topicKey } from '../../topics/topic.ts'
import { loadSubmessages } from '../../widgets/submessages.ts'
import { requireMessageById, loadReadableMessages, type SeenMessage } from '../access.ts'
import { requireMessageSpace } from '../message-space.ts'
import { requireContent, requireNewTopic, requireWildcard } from '../send/send-message.ts'
import { changeContent, type NewContent } from './change-content.ts'
import {
  requireChannelMove,
  requireContentEdit,
  requireInTime,
  requireResolve,
  requireTopicMove,
} from './edit-permission.ts'

/** Moving more would block other writes for too long. */
const TOPIC_MAX_MESSAGES = 10_000

/** An edit or move, as the client asks for it (spec 4.2). */
export interface Edit {
  messageId: number
  topic?: string | undefined
  channelId?: number | undefined
  content?: string | undefined
  prevContentSha256?: string | undefined
  mode: PropagateMode
  notifyOldThread: boolean
  notifyNewThread: boolean
}

/** What an edit has done. */
export interface Edited {
  /** The actor's uploads to which no message links any more. */
  detached: AttachmentRecord[]
  /** How many messages are in another place now. */
  moved: number
}

/** Edits the content of a message, or moves it and others of its topic, or marks its topic as resolved. */
export async function edit(chat: Chat, actor: Actor, change: Edit): Promise<Edited> {
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  const found = await requireMessageById(db, member, change.messageId)
  requireCombination(found, change)
  const content = await plannedContent(chat, db, member, found, change, nowMs)
  const move = await plannedMove(chat, db, member, found, change, nowMs)
  if (!content && !move) throw badRequest('Nothing to change')
  return writeChat(chat, async (unit) => {
    // It may have been edited, moved or deleted meanwhile.
    const current = await requireMessageById(unit.tx, member, change.messageId)
    let detached: AttachmentRecord[] = []
    if (content) {
      requireExpected(current.message, change)
      detached = await changeContent(chat, unit, member, current, content)
    }
    if (move) await moveMessages(chat, unit, member, move)
    return { detached, moved: move?.moved.length ?? 0 }
  })
}

/** Refuses combinations that are invalid for any caller (spec 4.2, rules 1 and 2). */
function requireCombination(
  { seen }: SeenMessage,
  { topic, channelId, content, mode }: Edit,
): void {
  if (topic === undefined && channelId === undefined && content === undefined) {
    throw badRequest('Nothing to change')
  }
  if (!seen && topic !== undefined) throw badRequest('Direct messages cannot have topics.')
  if (!seen && channelId !== undefined) {
    throw badRequest('Direct messages cannot be moved to channels.')
  }
  if (content !== undefined && channelId !== undefined) {
    throw badRequest('Cannot change message content while changing channel')
  }
  if (mode !== 'change_one' && topic === undefined && channelId === undefined) {
    throw badRequest('Invalid propagate_mode without topic edit')
  }
}

async function plannedContent(
  chat: Chat,
  db: Reader,
  member: Member,
  { message, seen }: SeenMessage,
  change: Edit,
  nowMs: number,
): Promise<NewContent | undefined> {
  const { content } = change
  if (content === undefined) return undefined
  requireContentEdit(member, message, nowMs)
  requireExpected(message, change)
  if ((await loadSubmessages(db, [message.id])).size > 0)
    throw badRequest('Widgets cannot be edited.')
  const text = content.trim() === '' ? '(deleted)' : requireContent(content)
  requireRenderingShare(chat, member.user)
  const settings = await loadOrganizationSettings(chat, db)
  const rendered = await renderMessage(db, text, { author: { chat, member }, settings })
  if (rendered.wildcard && !message.mentions_channel && seen) {
    await requireWildcard(db, member, seen, rendered.wildcard)
  }
  await requireMessageSpace(chat, db, member.user, { content: text, rendered })
  return { content: text, rendered }
}

/** Throws where the content is not what the client believes it to be. */
function requireExpected({ content }: SeenMessage['message'], { prevContentSha256 }: Edit): void {
  if (prevContentSha256 === undefined) return
  const hash = createHash('sha256').update(content).digest('hex')
  if (hash === prevContentSha256.toLowerCase()) return
  throw badRequest(
    "'prev_content_sha256' value does not match the expected value.",
    { field_name: 'prev_content_sha256' },
    'EXPECTATION_MISMATCH',
  )
}

async function plannedMove(
  chat: Chat,
  db: Reader,
  member: Member,
  { message, seen }: SeenMessage,
  change: Edit,
  nowMs: number,
): Promise<Move | undefined> {
  if (!seen) return undefined
  const topic = change.topic === undefined ? message.topic : readTopic(change.topic)
  const isOtherChannel = change.channelId !== undefined && change.channelId !== seen.channel.id
  const isOtherTopic = topic !== message.topic
  if (!isOtherChannel && !isOtherTopic) return undefined
  if (topic === RESOLVED_PREFIX.trim()) {
    throw badRequest('General chat cannot be marked as resolved')
  }
  const target = isOtherChannel ? await requireChannelById(db, member, change.channelId ?? 0) : seen
  const isResolve = !isOtherChannel && isToggle(message.topic, topic, change.mode)
  const inTopic = await topicMessages(db, member, message)
  const moved = affected(inTopic, message, change.mode)
  const { realm } = member
  if (isResolve) requireResolve(member, seen)
  if (isOtherTopic && !isResolve) {
    requireTopicMove(member, seen)
    requireInTime(member, moved, inTopic, realm.move_messages_within_stream_limit_seconds, nowMs)
  }
  if (isOtherChannel) {
    requireChannelMove(member, seen)
    await requireSendableChannel(chat, db, member, target)
    requireInTime(member, moved, inTopic, realm.move_messages_between_streams_limit_seconds, nowMs)
  }
  if (!isResolve) await requireTarget(db, member, target, topic)
  return {
    messageId: message.id,
    from: { channel: seen.channel, topic: message.topic },
    to: { channel: target.channel, topic },
    moved,
    isWholeTopic: moved.length === inTopic.length,
    isResolve,
    mode: change.mode,
    notifyOldThread: change.notifyOldThread && !isResolve,
    notifyNewThread: change.notifyNewThread && !isResolve,
  }
}

async function requireTarget(
  db: Reader,
  member: Member,
  target: SeenChannel,
  topic: string,
): Promise<void> {
  requireTopicPolicy(member.realm, target.channel, topic)
  await requireNewTopic(db, member, target, topic)
}

/** Whether a whole topic only gets or loses the mark of a resolved one (spec 3). */
function isToggle(before: string, after: string, mode: PropagateMode): boolean {
  if (mode !== 'change_all' || before === '') return false
  return after === readTopic(RESOLVED_PREFIX + before) || before === RESOLVED_PREFIX + after
}

/** The messages of a message's topic that the member may read, by id. */
async function topicMessages(db: Reader, member: Member, message: Message): Promise<MessageHead[]> {
  const rows = await db
    .selectFrom('chat_message')
    .select('id')
    .where('channel_id', '=', message.channel_id)
    .where('topic_key', '=', topicKey(message.topic))
    .limit(TOPIC_MAX_MESSAGES + 1)
    .execute()
  if (rows.length > TOPIC_MAX_MESSAGES) {
    throw badRequest(`Topics of more than ${TOPIC_MAX_MESSAGES} messages cannot be moved at once.`)
  }
  const ids = rows.map(({ id }) => id)
  const readable = await loadReadableMessages(db, member, ids)
  return readable.map((one) => one.message)
}

function affected(
  inTopic: readonly MessageHead[],
  message: Message,
  mode: PropagateMode,
): MessageHead[] {
  if (mode === 'change_one') return [message]
  if (mode === 'change_later') return inTopic.filter(({ id }) => id >= message.id)
  return [...inTopic]
}
