import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `update_user_topic`: how the caller hears of a topic. */
export const updateUserTopic = defineChatOperation({
  name: 'update_user_topic',
  title: 'Update topic preferences',
  description: 'Mute, unmute or follow a topic, or let it be as its channel is.',
  http: { method: 'POST', path: '/user_topics' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    stream_id: z.int().describe('Id of the channel.'),
    topic: z.string(),
    visibility_policy: z.int().describe('0 inherit, 1 muted, 2 unmuted, 3 followed.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { setTopicPolicy } = await import('../../../src/chat/topics/set-topic-policy.ts')
    await setTopicPolicy(chat, actor, {
      channel: input.stream_id,
      topic: input.topic,
      policy: input.visibility_policy,
    })
    return {}
  },
})
