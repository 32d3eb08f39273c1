import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `set_typing_status_for_message_edit`: the caller begins or stops editing a message. */
export const setTypingStatusForMessageEdit = defineChatOperation({
  name: 'set_typing_status_for_message_edit',
  title: 'Set typing status for edit',
  description: 'Tell the readers of a message of the caller that it is being edited, or no longer.',
  http: { method: 'POST', path: '/messages/{message_id}/typing' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    message_id: z.int(),
    op: z.enum(['start', 'stop']),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { emitTypingEdit } = await import('../../../src/chat/presence/typing.ts')
    await emitTypingEdit(chat, actor, input.message_id, input.op)
    return {}
  },
})
