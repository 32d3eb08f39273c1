import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { updateMessage } from '../messages/update-message.ts'
import { loadTopicsThere } from './get-stream-topics.ts'

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
  async run({ input: { stream_id: channelId, topic, resolved: isResolved }, chat, actor }) {
    const { resolveTopic: resolve } = await import('../../../src/chat/messages/edit/move-topic.ts')
    return resolve(chat, actor, { channelId, topic, isResolved })
  },
  async runThere({ server, input, signal }) {
    const { requireTopic, resolvedName } =
      await import('../../../src/chat/messages/edit/move-topic.ts')
    const topics = await loadTopicsThere(server, input.stream_id, signal)
    const { name, max_id: message_id } = requireTopic(topics, input.topic)
    const topic = resolvedName(name, input.resolved)
    if (topic === name) return { topic, moved: 0 }
    const edit = { message_id, topic, propagate_mode: 'change_all' }
    await server.run(updateMessage, { input: edit, signal, file: undefined })
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
