import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { scheduledSchema } from '../../../src/chat/personal/scheduled-record.ts'

/** Operation `get_scheduled_messages`: what the caller has waiting to be sent. */
export const getScheduledMessages = defineChatOperation({
  name: 'get_scheduled_messages',
  title: 'Get scheduled messages',
  description: 'List the messages of the caller that wait to be sent, or could not be sent.',
  http: { method: 'GET', path: '/scheduled_messages' },
  answersMuch: true,
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({ scheduled_messages: z.array(scheduledSchema) }),
  async run({ chat, actor }) {
    const { listScheduled } = await import('../../../src/chat/personal/change-scheduled.ts')
    return { scheduled_messages: await listScheduled(chat, actor) }
  },
})
