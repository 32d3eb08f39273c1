import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { scheduledInputs } from '../../../src/chat/personal/scheduled-record.ts'

/** Operation `update_scheduled_message`: another text, place or time. */
export const updateScheduledMessage = defineChatOperation({
  name: 'update_scheduled_message',
  title: 'Edit scheduled message',
  description: 'Change a message of the caller that waits to be sent.',
  http: { method: 'PATCH', path: '/scheduled_messages/{scheduled_message_id}' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    scheduled_message_id: z.int(),
    ...z.object(scheduledInputs).partial().shape,
  }),
  output: z.object({}),
  async run({ input: { scheduled_message_id, ...change }, chat, actor }) {
    const { editScheduled } = await import('../../../src/chat/personal/change-scheduled.ts')
    await editScheduled(chat, actor, scheduled_message_id, change)
    return {}
  },
})
