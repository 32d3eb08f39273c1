import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { updateMessage } from '../messages/update-message.ts'
import { loadTopicsThere } from './get-stream-topics.ts'

/** Operation `move_messages`: moves a topic, or its messages from one on, to another topic or channel. */
export const moveMessages = defineChatOperation({
  name: 'move_messages',
  title: 'Move messages',
  description:
    'Move a topic, or its messages from one on, to another topic or channel; also renames a topic.',
  http: { method: 'POST', path: '/topics/move' },
  effects: { readOnly: false, destructive: true, idempotent: false },
  tier: 'standard',
  input: z.object({
    stream_id: z.int().describe('Id of the channel.'),
    topic: z.string(),
    to_topic: z.string().optional().describe('Default: the same topic.'),
    to_stream_id: z.int().optional().describe('Id of the channel to move to.'),
    message_id: z.int().optional().describe('The first message to move; default all.'),
  }),
  output: z.object({
    topic: z.string().describe('Name of the topic that they are in now.'),
    moved: z.int().optional().describe('How many messages were moved.'),
  }),
  async run({ input, chat, actor }) {
    const { moveTopic } = await import('../../../src/chat/messages/edit/move-topic.ts')
    return moveTopic(chat, actor, {
      channelId: input.stream_id,
      topic: input.topic,
      toTopic: input.to_topic,
      toChannelId: input.to_stream_id,
      fromMessageId: input.message_id,
    })
  },
  async runThere({ server, input, signal }) {
    const { requireTopic } = await import('../../../src/chat/messages/edit/move-topic.ts')
    const { stream_id, topic, to_stream_id, message_id } = input
    const { name, max_id } = requireTopic(await loadTopicsThere(server, stream_id, signal), topic)
    const to_topic = input.to_topic?.trim() ?? name
    const edit = {
      message_id: message_id ?? max_id,
      topic: to_topic,
      propagate_mode: message_id === undefined ? 'change_all' : 'change_later',
      ...(to_stream_id === undefined ? {} : { stream_id: to_stream_id }),
    }
    await server.run(updateMessage, { input: edit, signal, file: undefined })
    return { topic: to_topic }
  },
  agent: {
    description: 'Move a chat topic, or its messages from one on; also renames it.',
    text: ({ topic, moved }) =>
      `Moved ${moved === undefined ? 'the messages' : `${moved} ${moved === 1 ? 'message' : 'messages'}`} to "${topic}".`,
  },
})
