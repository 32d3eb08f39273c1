import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_message_history`: how a message was before. */
export const getMessageHistory = defineChatOperation({
  name: 'get_message_history',
  title: 'Get message history',
  description: 'Get every version of a message, oldest first, where the organization shows them.',
  http: { method: 'GET', path: '/messages/{message_id}/history' },
  answersMuch: true,
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    message_id: z.int(),
    allow_empty_topic_name: z
      .boolean()
      .default(false)
      .describe('Name the empty topic by the empty string, not by its display name.'),
  }),
  output: z.object({ message_history: z.array(z.looseObject({ timestamp: z.int() })) }),
  async run({ input, chat, actor }) {
    const { loadMessageHistory } = await import('../../../src/chat/messages/fetch/edit-history.ts')
    const { message_id, allow_empty_topic_name } = input
    return {
      message_history: await loadMessageHistory(chat, actor, message_id, allow_empty_topic_name),
    }
  },
})
