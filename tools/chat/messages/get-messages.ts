import { z } from 'zod'
import { lastOfOneConversation, readMessages } from '../../../src/chat/agent/read-messages.ts'
import { defineOpenChatOperation } from '../../../src/chat/chat-operation.ts'
import { badRequest } from '../../../src/chat/kernel/failures.ts'
import { FETCH_MAX_MESSAGES } from '../../../src/chat/limits.ts'
import { readTerms, termSchema } from '../../../src/chat/narrow/term.ts'
import { LazyList } from '../../../src/lib/lazy-list.ts'
import { once } from '../../../src/lib/once.ts'

const input = z.object({
  anchor: z
    .union([z.string(), z.number()])
    .optional()
    .describe('Id of a message, `newest`, `oldest`, `first_unread`, or `date`.'),
  anchor_date: z
    .string()
    .optional()
    .describe('With the anchor `date`: ISO 8601 date or time, in UTC unless it names a zone.'),
  include_anchor: z
    .boolean()
    .optional()
    .describe('Include the message of the anchor; default true.'),
  num_before: z
    .int()
    .min(0)
    .max(FETCH_MAX_MESSAGES)
    .optional()
    .describe('How many messages before the anchor.'),
  num_after: z
    .int()
    .min(0)
    .max(FETCH_MAX_MESSAGES)
    .optional()
    .describe('How many messages after the anchor; at most 5000 in all.'),
  narrow: z.array(termSchema).default([]).describe('Only messages that fit these terms.'),
  client_extavatar: z
    .boolean()
    .default(true)
    .describe('Leave out avatar addresses that the client computes itself.'),
  apply_markdown: z.boolean().default(true).describe('Return content as HTML, not Markdown.'),
  message_ids: z
    .array(z.int())
    .optional()
    .describe('Ids of the messages wanted, instead of an anchor.'),
  allow_empty_topic_name: z
    .boolean()
    .default(false)
    .describe('Name the empty topic by the empty string, not by its display name.'),
  use_first_unread_anchor: z
    .boolean()
    .optional()
    .describe('Deprecated form of the anchor `first_unread`.'),
})

type Message = Record<string, unknown>

/** Messages are built by this program: to read each of their fields again takes as long as to send them. */
const messagesSchema = z
  .unknown()
  .refine((value) => Array.isArray(value) || value instanceof LazyList)
  .meta({ type: 'array', items: { type: 'object' } }) as z.ZodType<Message[] | LazyList<Message>>

const loadFetch = once(async () => import('../../../src/chat/messages/fetch/fetch-messages.ts'))

/** Operation `get_messages` (chat spec 4.2): messages of a narrow around an anchor, or of certain ids. */
export const getMessages = defineOpenChatOperation({
  name: 'get_messages',
  title: 'Get messages',
  description: 'Get messages around an anchor, or by ids, filtered and searched by a narrow.',
  http: { method: 'GET', path: '/messages', isSpecified: true },
  answersMuch: true,
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'core',
  view: {
    name: 'conversation',
    async more(output, _, fetch) {
      const { renderedMessages } = await import('../../../src/chat/agent/rendered-messages.ts')
      return renderedMessages(output, fetch)
    },
  },
  input,
  output: z.object({
    anchor: z.number().optional(),
    found_newest: z.boolean(),
    found_oldest: z.boolean(),
    found_anchor: z.boolean(),
    history_limited: z.boolean(),
    messages: messagesSchema,
  }),
  message: (_, { messages }) =>
    Array.isArray(messages) ? lastOfOneConversation(messages) : undefined,
  async run({ input: query, chat, actor }) {
    const { fetchMessages } = await loadFetch()
    const fetched = await fetchMessages(chat, actor, {
      terms: readTerms(query.narrow),
      form: {
        applyMarkdown: query.apply_markdown,
        clientExtavatar: query.client_extavatar && actor !== undefined,
        allowEmptyTopicName: query.allow_empty_topic_name,
      },
      ...placeOf(query),
    })
    return { ...fetched, history_limited: false }
  },
  agent: readMessages,
})

/** What stands beside `message_ids` must be absent, defaults included. */
const AROUND_ANCHOR = [
  'anchor',
  'include_anchor',
  'use_first_unread_anchor',
  'num_before',
  'num_after',
] as const

function placeOf(query: z.output<typeof input>) {
  if (query.message_ids) {
    if (AROUND_ANCHOR.some((name) => query[name] !== undefined)) {
      throw badRequest('Unsupported parameter combination')
    }
    return { messageIds: query.message_ids }
  }
  const { num_before: numBefore, num_after: numAfter, include_anchor: includeAnchor } = query
  if (numBefore === undefined) throw missing('num_before')
  if (numAfter === undefined) throw missing('num_after')
  const window = { numBefore, numAfter, includeAnchor: includeAnchor ?? true }
  return { anchor: query, window }
}

function missing(name: string): Error {
  return badRequest(`Missing '${name}' argument`, { var_name: name })
}
