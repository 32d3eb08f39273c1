import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_read_receipts`: who has read a message. */
export const getReadReceipts = defineChatOperation({
  name: 'get_read_receipts',
  title: 'Get read receipts',
  description: 'List the ids of the users who have read a message and let others know.',
  http: { method: 'GET', path: '/messages/{message_id}/read_receipts' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    message_id: z.int(),
  }),
  output: z.object({ user_ids: z.array(z.int()) }),
  async run({ input, chat, actor }) {
    const { readReceipts } = await import('../../../src/chat/messages/fetch/fetch-messages.ts')
    return { user_ids: await readReceipts(chat, actor, input.message_id) }
  },
})
