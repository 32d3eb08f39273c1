import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { SUBMESSAGE_MAX_CHARS } from '../../../src/chat/widgets/limits.ts'

/** Operation `add_submessage`: a vote in a poll, a task of a list, and the like. */
export const addSubmessage = defineChatOperation({
  name: 'add_submessage',
  title: 'Use a poll or list',
  description:
    'Do something with the poll or to-do list of a message: content is JSON, for example {"type":"vote","key":"canned,0","vote":1} or {"type":"strike","key":"0,canned"}.',
  http: { method: 'POST', path: '/submessage' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    message_id: z.int().describe('Id of the message with the poll or list.'),
    msg_type: z.string().max(30).default('widget').describe('Only `widget` is known.'),
    content: z
      .string()
      .max(SUBMESSAGE_MAX_CHARS)
      .describe('JSON of what is done to the poll or list.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { addSubmessage: add } = await import('../../../src/chat/widgets/add-submessage.ts')
    const { message_id: messageId, msg_type: msgType, content } = input
    await add(chat, actor, { messageId, msgType, content })
    return {}
  },
})
