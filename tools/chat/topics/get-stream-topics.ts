import { z } from 'zod'
import { withAgentForm } from '../../../src/contract/operation.ts'
import { channelInput } from '../../../src/chat/agent/inputs.ts'
import { cleanLine } from '../../../src/lib/text.ts'
import { defineOpenChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_stream_topics`: topics of a channel, the latest first. */
export const getStreamTopics = withAgentForm(
  defineOpenChatOperation({
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
      const { channelTopics } = await import('../../../src/chat/topics/list-topics.ts')
      const { stream_id, allow_empty_topic_name } = input
      return { topics: await channelTopics(chat, actor, stream_id, allow_empty_topic_name) }
    },
  }),
  {
    description: 'List topics of a chat channel, latest first.',
    input: z.object({
      channel: channelInput,
      limit: z.int().min(1).max(500).default(50).describe('Topics.'),
    }),
    output: z.object({
      topics: z.array(z.object({ name: z.string(), newest_id: z.int() })),
      total: z.int(),
    }),
    text: ({ topics, total }) =>
      [`${topics.length} of ${total} topics`, ...topics.map(({ name }) => name)].join('\n'),
    async run(call, list) {
      const { channelNamed, lookupFor } = await import('../../../src/chat/agent/names.ts')
      const { id } = await channelNamed(await lookupFor(call), call.input.channel)
      const { topics } = await list({ stream_id: id })
      const shown = topics.slice(0, call.input.limit)
      return {
        topics: shown.map(({ name, max_id }) => ({ name: cleanLine(name), newest_id: max_id })),
        total: topics.length,
      }
    },
  },
)
