import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import {
  CONVERSATION_MAX_USERS,
  CONVERSATION_QUERY_MAX_CHARS,
  CONVERSATIONS_MAX_COUNT,
} from '../../../src/chat/limits.ts'

const input = z.object({
  filters: z
    .array(z.enum(['unread', 'participated', 'bots', 'unmuted']))
    .max(4)
    .default([])
    .describe('Only those for which all of these hold.'),
  type: z.enum(['channel', 'direct']).optional().describe('Only topics, or only direct messages.'),
  stream_id: z.int().optional().describe('Only topics of the channel of this id.'),
  topic: z.string().optional().describe('Only this topic of the channel.'),
  user_ids: z
    .array(z.int())
    .max(CONVERSATION_MAX_USERS)
    .optional()
    .describe('Only the direct conversation with exactly these others.'),
  query: z
    .string()
    .max(CONVERSATION_QUERY_MAX_CHARS)
    .optional()
    .describe('Words in the names of topic, channel or people.'),
  limit: z.int().min(1).max(CONVERSATIONS_MAX_COUNT).default(50),
  cursor: z.string().optional().describe('`cursor` of the last answer, for what follows.'),
})

const conversation = z.object({
  type: z.enum(['channel', 'direct']),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
  user_ids: z.array(z.int()).optional().describe('The others; the caller, alone with themself.'),
  max_message_id: z.int(),
  timestamp: z.int().describe('When the newest message was sent.'),
  sender_ids: z.array(z.int()).describe('Who wrote last, at most 4, the newest first.'),
  unread_count: z.int().describe('At most 1000 of those sent there.'),
  mention_count: z.int().describe('Unread messages that mention the caller.'),
  bot_unread_count: z.int().describe('Unread messages of bots.'),
  participated: z.boolean().describe('Whether the caller has written there.'),
  has_bots: z.boolean().describe('Whether a bot has written there, or is addressed.'),
  visibility: z.enum(['muted', 'followed', 'normal']),
})

/** A conversation as models see it: with names. */
const namedConversation = z.object({
  name: z.string(),
  newest_id: z.int(),
  newest: z.string(),
  unread: z.int(),
  mentions: z.int(),
  unread_of_bots: z.int(),
  participated: z.boolean(),
  visibility: z.enum(['muted', 'followed', 'normal']),
  last_senders: z.array(z.string()),
})

/** Operation `get_conversations`: topics and direct messages as a list of recent ones shows them. */
export const getConversations = defineChatOperation({
  name: 'get_conversations',
  title: 'List conversations',
  description:
    'List topics of followed channels and direct messages, over all history, the one with the newest message first: what is unread, who wrote.',
  http: { method: 'GET', path: '/conversations' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input,
  output: z.object({
    conversations: z.array(conversation),
    cursor: z.string().optional().describe('Where the next part begins; absent in the last.'),
  }),
  async run({ input: { stream_id, user_ids, query, ...rest }, chat, actor }) {
    const { listConversations } =
      await import('../../../src/chat/messages/conversations/list-conversations.ts')
    return listConversations(chat, actor, {
      ...rest,
      channelId: stream_id,
      userIds: user_ids,
      words: query,
    })
  },
  agent: {
    description:
      'List chat topics and direct conversations, latest first, with unread counts and who wrote.',
    names: { user_ids: 'account' },
    input: (route) => route,
    output: z.object({
      conversations: z.array(namedConversation),
      cursor: z.string().optional(),
    }),
    text: ({ conversations, cursor }) =>
      [
        ...(conversations.length === 0
          ? ['No conversations.']
          : conversations.map(conversationLine)),
        ...(cursor === undefined ? [] : [`More: cursor ${cursor}`]),
      ].join('\n'),
    async run(call, list) {
      const { shownConversations } = await import('../../../src/chat/agent/conversations.ts')
      return shownConversations(call, list)
    },
  },
})

/** A conversation as one line of text. */
function conversationLine({
  name,
  unread,
  mentions,
  unread_of_bots: ofBots,
  newest,
  last_senders: senders,
  visibility,
}: z.output<typeof namedConversation>): string {
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
