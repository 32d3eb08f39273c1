import { cleanLine } from '../../lib/text.ts'
import type { Channel, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../messages/message-record.ts'
import type { Realm } from '../organization/realm-settings.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { messageAddress } from '../rendering/mentions.ts'

/** Longest name in a digest. */
const NAME_MAX_CHARS = 100

/** People who are named of a topic. */
const NAMES_MAX_COUNT = 5

/** A topic in which somebody missed something. */
export interface MissedTopic {
  channel: Pick<Channel, 'id' | 'name'>
  topic: string
  /** The oldest message of it that was missed. */
  firstId: number
  /** Messages, and whether there are more than were counted. */
  count: number
  isMore: boolean
  senders: readonly string[]
}

/** What somebody missed for days. */
export interface Digest {
  topics: readonly MissedTopic[]
  /** Names of public channels that are new. */
  channels: readonly string[]
}

/** A mail that says what somebody missed: where, how much and by whom, and no text of messages. */
export function digestText(
  chat: Pick<Chat, 'url'>,
  realm: Pick<Realm, 'name'>,
  user: User,
  digest: Digest,
  offLink: string,
): { subject: string; text: string } {
  const organization = cleanLine(realm.name, NAME_MAX_CHARS)
  const isOpen = settingsOf(user).message_content_in_email_notifications
  const body = isOpen
    ? [...digest.topics.map((one) => topicText(chat, one)), ...channelTexts(digest)].join('\n\n')
    : 'There are new messages in topics of your channels. Where is not mailed, as your settings say.'
  const foot = [
    '--',
    `Read on: ${chat.url}/`,
    `You get this mail since you were not there for some days. To get no more of it: ${offLink}`,
  ]
  return { subject: `What you missed at ${organization}`, text: `${body}\n\n${foot.join('\n')}\n` }
}

function topicText(
  chat: Pick<Chat, 'url'>,
  { channel, topic, firstId, count, isMore, senders }: MissedTopic,
): string {
  const names = senders.slice(0, NAMES_MAX_COUNT).map((name) => cleanLine(name, NAME_MAX_CHARS))
  const others = senders.length > names.length ? ' and others' : ''
  const place = `#${channel.name} > ${topic || EMPTY_TOPIC_DISPLAY_NAME}`
  const amount = isMore
    ? `more than ${count} messages`
    : count === 1
      ? '1 message'
      : `${count} messages`
  const address = messageAddress(channel, topic, firstId)
  return `${cleanLine(place, 2 * NAME_MAX_CHARS)}: ${amount} by ${names.join(', ')}${others}\n${chat.url}${address}`
}

function channelTexts({ channels }: Digest): string[] {
  if (channels.length === 0) return []
  return [
    `New channels: ${channels.map((name) => `#${cleanLine(name, NAME_MAX_CHARS)}`).join(', ')}`,
  ]
}
