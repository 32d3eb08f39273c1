import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { updateMessage } from '../messages/update-message.ts'
import { getStreamTopics } from './get-stream-topics.ts'

/** Operation `resolve_topic`: marks a whole topic as resolved, or takes the mark back. */
export const resolveTopic = defineChatOperation({
  name: 'resolve_topic',
  title: 'Resolve a topic',
  description: 'Mark a whole topic as resolved (done), or as not resolved.',
  http: { method: 'POST', path: '/topics/resolve' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'standard',
  input: z.object({
    stream_id: z.int().describe('Id of the channel.'),
    topic: z.string(),
    resolved: z.boolean().default(true).describe('False to take the mark back.'),
  }),
  output: z.object({
    topic: z.string().describe('Name of the topic now.'),
    moved: z.int().optional().describe('How many messages it has; 0 where it was so before.'),
  }),
  async run({ input, chat, actor }) {
    const { moveTopic, requireTopic, resolvedName } =
      await import('../../../src/chat/messages/edit/move-topic.ts')
    const { listTopicsOfChannel } = await import('../../../src/chat/topics/list-topics.ts')
    const { stream_id: channelId, resolved } = input
    const topics = await listTopicsOfChannel(chat, actor, channelId, true)
    const { name } = requireTopic(topics, input.topic)
    const topic = resolvedName(name, resolved)
    if (topic === name) return { topic, moved: 0 }
    const move = { channelId, topic: name, toTopic: topic }
    return { topic, moved: await moveTopic(chat, actor, move) }
  },
  async runThere({ server, input, signal }) {
    const { requireTopic, resolvedName } =
      await import('../../../src/chat/messages/edit/move-topic.ts')
    const call = { signal, file: undefined }
    const listed = await server.run(getStreamTopics, {
      input: { stream_id: input.stream_id, allow_empty_topic_name: true },
      ...call,
    })
    const { topics } = getStreamTopics.output.parse(listed)
    const { name, max_id: message_id } = requireTopic(topics, input.topic)
    const topic = resolvedName(name, input.resolved)
    if (topic === name) return { topic, moved: 0 }
    const edit = { message_id, topic, propagate_mode: 'change_all' }
    await server.run(updateMessage, { input: edit, ...call })
    return { topic }
  },
  agent: {
    description: 'Mark a whole chat topic as resolved (done), or take that back.',
    text: ({ topic, moved }) =>
      moved === 0
        ? `It was so before: "${topic}".`
        : `The topic is "${topic}" now${moved === undefined ? '' : `, with all its ${moved} messages`}.`,
  },
})
