import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `create_message_reminder`: a message comes again, later. */
export const createMessageReminder = defineChatOperation({
  name: 'create_message_reminder',
  title: 'Create reminder',
  description: 'Be reminded of a message by a direct message, at a time in UNIX seconds.',
  http: { method: 'POST', path: '/reminders' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'standard',
  input: z.object({
    message_id: z.int(),
    scheduled_delivery_timestamp: z.int().describe('When to be reminded, in UNIX seconds.'),
    note: z.string().default('').describe('What the reminder says.'),
  }),
  output: z.object({ reminder_id: z.int() }),
  async run({ input, chat, actor }) {
    const { addReminder } = await import('../../../src/chat/personal/change-reminders.ts')
    const { message_id: messageId, scheduled_delivery_timestamp: at, note } = input
    return { reminder_id: await addReminder(chat, actor, { messageId, at, note }) }
  },
})
