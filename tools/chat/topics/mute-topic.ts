import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { badRequest } from '../../../src/chat/kernel/failures.ts'

/** Operation `mute_topic`: how older clients mute topics. */
export const muteTopic = defineChatOperation({
  name: 'mute_topic',
  title: 'Mute topic',
  description: 'Mute a topic or end that; update_user_topic does this and more.',
  http: { method: 'PATCH', path: '/users/me/subscriptions/muted_topics' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    stream_id: z.int().optional().describe('Id of the channel.'),
    stream: z.string().optional().describe('Name of the channel, in place of its id.'),
    topic: z.string(),
    op: z.enum(['add', 'remove']).describe('Whether to mute the topic or to end that.'),
  }),
  output: z.object({}),
  async run({ input: { stream_id, stream, topic, op }, chat, actor }) {
    const { muteTopic: mute } = await import('../../../src/chat/topics/set-topic-policy.ts')
    const channel = stream_id ?? stream
    if (channel === undefined) throw badRequest("Please supply 'stream'.")
    await mute(chat, actor, { channel, topic, op })
    return {}
  },
})
