import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `delete_scheduled_message`: a message that is not sent after all. */
export const deleteScheduledMessage = defineChatOperation({
  name: 'delete_scheduled_message',
  title: 'Delete scheduled message',
  description: 'Drop a message of the caller that waits to be sent.',
  http: { method: 'DELETE', path: '/scheduled_messages/{scheduled_message_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    scheduled_message_id: z.int(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { deleteScheduled } = await import('../../../src/chat/personal/change-scheduled.ts')
    await deleteScheduled(chat, actor, input.scheduled_message_id)
    return {}
  },
})
