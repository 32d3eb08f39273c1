import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { scheduledInputs } from '../../../src/chat/own/scheduled-record.ts'

/** Operation `create_scheduled_message`: a message that is sent later. */
export const createScheduledMessage = defineChatOperation({
  name: 'create_scheduled_message',
  title: 'Schedule message',
  description: 'Have a message sent at a time to come. Answers the id under which it waits.',
  http: { method: 'POST', path: '/scheduled_messages' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    ...scheduledInputs,
    read_by_sender: z.boolean().optional().describe('Whether the sender will have read it.'),
  }),
  output: z.object({ scheduled_message_id: z.int() }),
  async run({ input, chat, actor }) {
    const { addScheduled } = await import('../../../src/chat/actions/own/change-scheduled.ts')
    return { scheduled_message_id: await addScheduled(chat, actor, input) }
  },
})
