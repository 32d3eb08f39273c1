import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { reminderSchema } from '../../../src/chat/personal/reminder-record.ts'

/** Operation `get_reminders`: what the caller will be reminded of. */
export const getReminders = defineChatOperation({
  name: 'get_reminders',
  title: 'Get reminders',
  description: 'List the messages that the caller will be reminded of.',
  http: { method: 'GET', path: '/reminders' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ reminders: z.array(reminderSchema) }),
  async run({ chat, actor }) {
    const { reader } = await import('../../../src/chat/kernel/unit-of-work.ts')
    const { loadReminderRecords } = await import('../../../src/chat/personal/reminder-record.ts')
    return { reminders: await loadReminderRecords(reader(chat), actor.user.id) }
  },
})
