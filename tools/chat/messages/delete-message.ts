import { z } from 'zod'
import { type AgentMessage, formatMessage } from '../../../src/chat/agent/messages.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `delete_message`: removes a message for everybody. */
export const deleteMessage = defineChatOperation({
  name: 'delete_message',
  title: 'Delete a message',
  description: 'Delete a message for everybody, for good.',
  http: { method: 'DELETE', path: '/messages/{message_id}' },
  effects: { readOnly: false, destructive: true, idempotent: false },
  tier: 'more',
  subject: {
    tool: 'get_message',
    input: (_typed, { message_id }) => ({ message_id: Number(message_id) }),
    answers: ({ message }) => [formatMessage(message as AgentMessage)],
  },
  input: z.object({ message_id: z.int() }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { deleteMessage: remove } =
      await import('../../../src/chat/messages/edit/delete-message.ts')
    await remove(chat, actor, input.message_id)
    return {}
  },
})
