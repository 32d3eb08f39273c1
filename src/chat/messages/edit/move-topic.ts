import { cleanLine } from '../../../lib/text.ts'
import { badRequest } from '../../kernel/failures.ts'
import { loadMember } from '../../kernel/requester.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import { listTopicsOfChannel } from '../../topics/list-topics.ts'
import { readTopic, RESOLVED_PREFIX, topicKey, unresolvedName } from '../../topics/topic.ts'
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
  /** Name that they get; the one that the topic has where it is absent. */
  toTopic?: string | undefined
  toChannelId?: number | undefined
  /** The first message that goes; all go where it is absent. */
  fromMessageId?: number | undefined
}

/** A topic by its name now, and how many messages came to it. */
interface MovedTopic {
  topic: string
  moved: number
}

/** Moves the messages of a topic, or those from one on. Throws `badRequest` where there are none, and what `edit` throws. */
export async function moveTopic(chat: Chat, actor: Actor, move: TopicMove): Promise<MovedTopic> {
  const { channelId, topic, toTopic, toChannelId, fromMessageId } = move
  const found = requireTopic(await listTopicsOfChannel(chat, actor, channelId, true), topic)
  const named = toTopic === undefined ? found.name : readTopic(toTopic)
  if (fromMessageId === undefined) {
    return { topic: named, moved: await moveWhole(chat, actor, found, named, toChannelId) }
  }
  const member = await loadMember(reader(chat), actor, chat.now().getTime())
  const { message } = await requireMessageById(reader(chat), member, fromMessageId)
  const isThere = message.channel_id === channelId && message.topic_key === topicKey(found.name)
  if (!isThere) throw badRequest('The message is in another topic.')
  const { moved } = await edit(chat, actor, {
    ...NOTES,
    messageId: fromMessageId,
    topic: named,
    channelId: toChannelId,
    mode: 'change_later',
  })
  return { topic: named, moved }
}

/** Marks a topic as resolved, or takes the mark back; with its name now and how many messages it has, 0 where it was so before. */
export async function resolveTopic(
  chat: Chat,
  actor: Actor,
  { channelId, topic, isResolved }: { channelId: number; topic: string; isResolved: boolean },
): Promise<MovedTopic> {
  const found = requireTopic(await listTopicsOfChannel(chat, actor, channelId, true), topic)
  const toTopic = resolvedName(found.name, isResolved)
  if (toTopic === found.name) return { topic: toTopic, moved: 0 }
  return { topic: toTopic, moved: await moveWhole(chat, actor, found, toTopic) }
}

/** A note stands where the messages are now, and none where they were. */
const NOTES = { notifyOldThread: false, notifyNewThread: true }

async function moveWhole(
  chat: Chat,
  actor: Actor,
  { max_id: messageId }: TopicEntry,
  topic: string,
  channelId?: number,
): Promise<number> {
  const change = { ...NOTES, messageId, topic, channelId, mode: 'change_all' } as const
  return (await edit(chat, actor, change)).moved
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
