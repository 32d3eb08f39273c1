import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_subscription_status`: whether somebody is subscribed. */
export const getSubscriptionStatus = defineChatOperation({
  name: 'get_subscription_status',
  title: 'Get subscription status',
  description: 'Tell whether a user is subscribed to a channel.',
  http: { method: 'GET', path: '/users/{user_id}/subscriptions/{stream_id}' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    user_id: z.int(),
    stream_id: z.int().describe('Id of the channel.'),
  }),
  output: z.object({ is_subscribed: z.boolean() }),
  async run({ input, chat, actor }) {
    const { loadSubscriptionStatus } = await import('../../../src/chat/channels/list-channels.ts')
    return {
      is_subscribed: await loadSubscriptionStatus(chat, actor, input.user_id, input.stream_id),
    }
  },
})
