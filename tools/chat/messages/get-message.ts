import { z } from 'zod'
import { agentMessage, agentMessageOf, formatMessage } from '../../../src/chat/agent/messages.ts'
import { defineOpenChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_message`: one message. */
export const getMessage = defineOpenChatOperation({
  name: 'get_message',
  title: 'Get a message',
  description: 'Get one message that the caller may read.',
  http: { method: 'GET', path: '/messages/{message_id}' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    message_id: z.int(),
    apply_markdown: z.boolean().default(true).describe('Return content as HTML, not Markdown.'),
    client_extavatar: z
      .boolean()
      .default(true)
      .describe('Leave out avatar addresses that the client computes itself.'),
    allow_empty_topic_name: z
      .boolean()
      .default(false)
      .describe('Name the empty topic by the empty string, not by its display name.'),
  }),
  output: z.object({ message: z.looseObject({ id: z.int() }), raw_content: z.string() }),
  async run({ input, chat, actor }) {
    const { fetchMessage } = await import('../../../src/chat/messages/fetch/fetch-messages.ts')
    return fetchMessage(chat, actor, input.message_id, {
      applyMarkdown: input.apply_markdown,
      clientExtavatar: input.client_extavatar,
      allowEmptyTopicName: input.allow_empty_topic_name,
    })
  },
  agent: {
    description: 'Get one chat message in full.',
    output: z.object({ message: agentMessage }),
    text: ({ message }) => formatMessage(message),
    lines: { message: formatMessage },
    async run({ input }, get) {
      const { message } = await get(input)
      return { message: agentMessageOf(message) }
    },
  },
})
