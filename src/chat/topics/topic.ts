import { countChars, firstChars } from '../../lib/text.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Channel } from '../kernel/rows.ts'
import { TOPIC_MAX_CHARS } from '../limits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../messages/message-record.ts'
import type { Realm } from '../organization/realm-settings.ts'

/** Marks a topic as resolved, before its name (spec 3). */
export const RESOLVED_PREFIX = '\u2714 '

/** A topic without the mark of a resolved one. */
export function unresolvedName(topic: string): string {
  return topic.startsWith(RESOLVED_PREFIX) ? topic.slice(RESOLVED_PREFIX.length) : topic
}

/** Names treated as the empty topic (spec 4.1, rule 7). */
const EMPTY_NAMES = new Set(['(no topic)', EMPTY_TOPIC_DISPLAY_NAME])

/** A topic as it is stored: trimmed, names of the empty topic normalized, cut at the limit. */
export function readTopic(topic: string): string {
  const trimmed = namedTopic(topic)
  if (/[\p{Cc}\p{Cs}\p{Cn}]/u.test(trimmed)) throw badRequest('Invalid character in topic!')
  return countChars(trimmed) > TOPIC_MAX_CHARS
    ? `${firstChars(trimmed, TOPIC_MAX_CHARS - 3)}...`
    : trimmed
}

/** The topic that a client names: trimmed, names of the empty topic normalized. */
export function namedTopic(topic: string): string {
  const trimmed = topic.trim()
  return EMPTY_NAMES.has(trimmed) ? '' : trimmed
}

/** The key by which topics are compared: neither case nor how accents are written tells two apart. */
export function topicKey(topic: string): string {
  return topic.normalize('NFC').toLowerCase()
}

/** Throws when the channel does not take the topic, by its own policy or the organization's. */
export function requireTopicPolicy(realm: Realm, channel: Channel, topic: string): void {
  const policy = channel.topics_policy === 'inherit' ? realm.topics_policy : channel.topics_policy
  if (policy === 'disable_empty_topic' && topic === '') {
    throw badRequest('Sending messages to the general chat is not allowed in this channel.')
  }
  if (policy === 'empty_topic_only' && topic !== '') {
    throw badRequest('Only the general chat topic is allowed in this channel.')
  }
}
