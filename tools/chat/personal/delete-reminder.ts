import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `delete_reminder`: one reminder less. */
export const deleteReminder = defineChatOperation({
  name: 'delete_reminder',
  title: 'Delete reminder',
  description: 'Delete a reminder of the caller.',
  http: { method: 'DELETE', path: '/reminders/{reminder_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({ reminder_id: z.int() }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { deleteReminder: drop } = await import('../../../src/chat/personal/change-reminders.ts')
    await drop(chat, actor, input.reminder_id)
    return {}
  },
})
