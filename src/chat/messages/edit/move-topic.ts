import { cleanLine } from '../../../lib/text.ts'
import { badRequest } from '../../kernel/failures.ts'
import { loadMember } from '../../kernel/requester.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import { listTopicsOfChannel } from '../../topics/list-topics.ts'
import { RESOLVED_PREFIX, topicKey, unresolvedName } from '../../topics/topic.ts'
import { requireMessageById } from '../access.ts'
import { edit } from './edit-message.ts'

/** A topic of a channel, as the channel names it now. */
interface TopicEntry {
  name: string
  max_id: number
}

/** Where the messages of a topic go. */
export interface TopicMove {
  channelId: number
  topic: string
  toTopic: string
  toChannelId?: number | undefined
  /** The first message that goes; all go where it is absent. */
  fromMessageId?: number | undefined
}

/** Moves the messages of a topic, or those from one on, and returns how many. Throws `badRequest` where there are none, and what `edit` throws. */
export async function moveTopic(chat: Chat, actor: Actor, move: TopicMove): Promise<number> {
  const { channelId, topic, toTopic, toChannelId, fromMessageId } = move
  const { name, max_id: newest } = requireTopic(
    await listTopicsOfChannel(chat, actor, channelId, true),
    topic,
  )
  if (fromMessageId !== undefined) {
    const db = reader(chat)
    const member = await loadMember(db, actor, chat.now().getTime())
    const { message } = await requireMessageById(db, member, fromMessageId)
    const isThere = message.channel_id === channelId && message.topic_key === topicKey(name)
    if (!isThere) throw badRequest('The message is in another topic.')
  }
  const { moved } = await edit(chat, actor, {
    messageId: fromMessageId ?? newest,
    topic: toTopic,
    channelId: toChannelId,
    mode: fromMessageId === undefined ? 'change_all' : 'change_later',
    notifyOldThread: false,
    notifyNewThread: true,
  })
  return moved
}

/** The topic of a name, with the mark of a resolved one or without. Throws `badRequest` where the channel has none. */
export function requireTopic(topics: readonly TopicEntry[], name: string): TopicEntry {
  const key = topicKey(name.trim())
  const found =
    topics.find((topic) => topicKey(topic.name) === key) ??
    topics.find((topic) => topicKey(unresolvedName(topic.name)) === topicKey(unresolvedName(key)))
  if (found) return found
  const others = topics.slice(0, 12).map((topic) => cleanLine(topic.name))
  throw badRequest(
    others.length === 0
      ? 'The channel has no topics.'
      : `The channel has no such topic. Its latest: ${others.join(', ')}.`,
  )
}

/** The name of a topic once it is resolved, or no longer. */
export function resolvedName(topic: string, isResolved: boolean): string {
  const bare = unresolvedName(topic)
  return isResolved ? RESOLVED_PREFIX + bare : bare
}
