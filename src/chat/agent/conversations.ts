import { cleanLine } from '../../lib/text.ts'
import type { AnyChatCall, DirectoryEntry } from '../kernel/types.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../messages/message-record.ts'
import { lookupFor } from './names.ts'

/** A conversation as the route lists it. */
interface Listed {
  type: 'channel' | 'direct'
  stream_id?: number | undefined
  topic?: string | undefined
  user_ids?: number[] | undefined
  max_message_id: number
  timestamp: number
  sender_ids: number[]
  unread_count: number
  mention_count: number
  bot_unread_count: number
  participated: boolean
  visibility: 'muted' | 'followed' | 'normal'
}

/** A conversation as models see it: with names. */
interface Named {
  name: string
  newest_id: number
  newest: string
  unread: number
  mentions: number
  unread_of_bots: number
  participated: boolean
  visibility: Listed['visibility']
  last_senders: string[]
}

/** Lists conversations by the route, with names in place of ids. */
export async function shownConversations<Input>(
  call: AnyChatCall<Input>,
  list: (input: Input) => Promise<{ conversations: Listed[]; cursor?: string | undefined }>,
): Promise<{ conversations: Named[]; cursor?: string }> {
  const directory = await lookupFor(call)
  const [listed, channels, people] = await Promise.all([
    list(call.input),
    directory.channels(),
    directory.people(),
  ])
  const [channelOf, personOf] = [namesIn(channels), namesIn(people)]
  const nameOf = ({ stream_id = 0, topic = '', user_ids }: Listed) =>
    user_ids
      ? user_ids.map((id) => `@${personOf(id)}`).join(', ')
      : `#${channelOf(stream_id)} > ${cleanLine(topic) || EMPTY_TOPIC_DISPLAY_NAME}`
  const conversations = listed.conversations.map((one) => ({
    name: nameOf(one),
    newest_id: one.max_message_id,
    newest: new Date(one.timestamp * 1_000).toISOString(),
    unread: one.unread_count,
    mentions: one.mention_count,
    unread_of_bots: one.bot_unread_count,
    participated: one.participated,
    visibility: one.visibility,
    last_senders: one.sender_ids.map(personOf),
  }))
  return { conversations, ...(listed.cursor === undefined ? {} : { cursor: listed.cursor }) }
}

function namesIn(entries: readonly DirectoryEntry[]): (id: number) => string {
  const names = new Map(entries.map(({ id, name }) => [id, cleanLine(name)]))
  return (id) => names.get(id) ?? String(id)
}

/** A conversation as one line of text. */
export function conversationLine({
  name,
  unread,
  mentions,
  unread_of_bots: ofBots,
  newest,
  last_senders: senders,
  visibility,
}: Named): string {
  const details = [
    ...(mentions > 0 ? [`${mentions} mention you`] : []),
    ...(ofBots > 0 ? [`${ofBots} by bots`] : []),
  ]
  const count = `${unread} unread${details.length > 0 ? ` (${details.join(', ')})` : ''}`
  return [
    `${name}: ${unread > 0 ? `${count}; ` : ''}last ${newest} by ${senders.join(', ')}`,
    ...(visibility === 'normal' ? [] : [visibility]),
  ].join('; ')
}
