import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `mark_stream_as_read`: nothing in a channel is unread any more. */
export const markStreamAsRead = defineChatOperation({
  name: 'mark_stream_as_read',
  title: 'Mark channel as read',
  description: 'Mark everything in a channel as read.',
  http: { method: 'POST', path: '/mark_stream_as_read' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    stream_id: z.int().describe('Id of the channel.'),
  }),
  output: z.object({
    complete: z.boolean().describe('False where some are left: call again for the rest.'),
  }),
  async run({ input, chat, actor }) {
    const { markChannelRead } = await import('../../../src/chat/messages/marking/mark-many-read.ts')
    return { complete: await markChannelRead(chat, actor, input.stream_id) }
  },
})
