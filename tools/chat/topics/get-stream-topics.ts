import { z } from 'zod'
import { withoutTotalOf } from '../../../src/chat/agent/as-lines.ts'
import { countLine, limitField } from '../../../src/chat/agent/inputs.ts'
import { defineOpenChatOperation } from '../../../src/chat/chat-operation.ts'
import type { ChatServer } from '../../../src/chat/kernel/types.ts'
import { cleanLine } from '../../../src/lib/text.ts'

const topicLine = ({ name }: { name: string }): string => name

/** Operation `get_stream_topics`: topics of a channel, the latest first. */
export const getStreamTopics = defineOpenChatOperation({
  name: 'get_stream_topics',
  title: 'Get topics of a channel',
  description: 'List the topics of a channel, the one with the newest message first.',
  http: { method: 'GET', path: '/users/me/{stream_id}/topics' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'core',
  input: z.object({
    stream_id: z.int().describe('Id of the channel.'),
    allow_empty_topic_name: z
      .boolean()
      .default(false)
      .describe('Name the empty topic by the empty string, not by its display name.'),
  }),
  output: z.object({ topics: z.array(z.object({ name: z.string(), max_id: z.int() })) }),
  async run({ input, chat, actor }) {
    const { listTopicsOfChannel } = await import('../../../src/chat/topics/list-topics.ts')
    const { stream_id, allow_empty_topic_name } = input
    return { topics: await listTopicsOfChannel(chat, actor, stream_id, allow_empty_topic_name) }
  },
  agent: {
    description: 'List topics of a chat channel, latest first.',
    input: ({ stream_id }) => ({ stream_id, limit: limitField(50) }),
    seldom: ['limit'],
    output: z.object({
      topics: z.array(z.object({ name: z.string(), newest_id: z.int() })),
      total: z.int(),
    }),
    lines: { topics: topicLine },
    unsaid: withoutTotalOf('topics'),
    text: ({ topics, total }) =>
      [countLine(topics.length, total, 'topics', false), ...topics.map(topicLine)].join('\n'),
    async run({ input: { stream_id, limit } }, list) {
      const { topics } = await list({ stream_id })
      const listed = topics.slice(0, limit)
      return {
        topics: listed.map(({ name, max_id }) => ({ name: cleanLine(name), newest_id: max_id })),
        total: topics.length,
      }
    },
  },
})

/** Topics of a channel at another server, the latest first. */
export async function loadTopicsThere(server: ChatServer, stream_id: number, signal: AbortSignal) {
  const input = { stream_id, allow_empty_topic_name: true }
  const listed = await server.run(getStreamTopics, { input, signal, file: undefined })
  return getStreamTopics.output.parse(listed).topics
}
