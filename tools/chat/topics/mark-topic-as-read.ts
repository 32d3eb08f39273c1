import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `mark_topic_as_read`: nothing in a topic is unread any more. */
export const markTopicAsRead = defineChatOperation({
  name: 'mark_topic_as_read',
  title: 'Mark topic as read',
  description: 'Mark everything in a topic as read.',
  http: { method: 'POST', path: '/mark_topic_as_read' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    stream_id: z.int().describe('Id of the channel.'),
    topic_name: z.string(),
  }),
  output: z.object({
    complete: z.boolean().describe('False where some are left: call again for the rest.'),
  }),
  async run({ input, chat, actor }) {
    const { markTopicRead } = await import('../../../src/chat/messages/marking/mark-many-read.ts')
    return { complete: await markTopicRead(chat, actor, input.stream_id, input.topic_name) }
  },
})
