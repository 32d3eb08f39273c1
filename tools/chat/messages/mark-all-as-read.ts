import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `mark_all_as_read`: nothing is unread any more. */
export const markAllAsRead = defineChatOperation({
  name: 'mark_all_as_read',
  title: 'Mark all messages as read',
  description: 'Mark all messages of the caller as read.',
  http: { method: 'POST', path: '/mark_all_as_read' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.object({
    complete: z.boolean().describe('False where some are left: call again for the rest.'),
  }),
  async run({ chat, actor }) {
    const { markAllRead } = await import('../../../src/chat/messages/marking/mark-many-read.ts')
    return { complete: await markAllRead(chat, actor) }
  },
})
