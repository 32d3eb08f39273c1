import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `delete_topic`: a topic without messages. */
export const deleteTopic = defineChatOperation({
  name: 'delete_topic',
  title: 'Delete topic',
  description:
    'Delete all messages of a topic that the caller may read, for everybody and for good.',
  http: { method: 'POST', path: '/streams/{stream_id}/delete_topic' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    stream_id: z.int().describe('Id of the channel.'),
    topic_name: z.string(),
  }),
  output: z.object({ complete: z.boolean() }),
  async run({ input, chat, actor }) {
    const { deleteTopic: act } = await import('../../../src/chat/topics/delete-topic.ts')
    await act(chat, actor, input.stream_id, input.topic_name)
    return { complete: true }
  },
})
