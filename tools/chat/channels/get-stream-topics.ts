import { z } from 'zod'
import { defineOpenChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_stream_topics`: topics of a channel, the latest first. */
export const getStreamTopics = defineOpenChatOperation({
  name: 'get_stream_topics',
  title: 'Get topics of a channel',
  description: 'List the topics of a channel, the one with the newest message first.',
  http: { method: 'GET', path: '/users/me/{stream_id}/topics' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    stream_id: z.int().describe('Id of the channel.'),
    allow_empty_topic_name: z
      .boolean()
      .default(false)
      .describe('Name the empty topic by the empty string, not by its display name.'),
  }),
  output: z.object({ topics: z.array(z.object({ name: z.string(), max_id: z.int() })) }),
  async run({ input, chat, actor }) {
    const { channelTopics } = await import('../../../src/chat/actions/channels/channel-topics.ts')
    const { stream_id, allow_empty_topic_name } = input
    return { topics: await channelTopics(chat, actor, stream_id, allow_empty_topic_name) }
  },
})
