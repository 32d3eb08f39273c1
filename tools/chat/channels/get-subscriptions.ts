import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_subscriptions` (chat spec 4.5): channels that the caller is subscribed to. */
export const getSubscriptions = defineChatOperation({
  name: 'get_subscriptions',
  title: 'Get subscribed channels',
  description: 'List the channels that the caller is subscribed to, with personal settings.',
  http: { method: 'GET', path: '/users/me/subscriptions' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    include_subscribers: z
      .enum(['true', 'false', 'partial'])
      .default('false')
      .describe('User ids of the subscribers; `partial` may shorten long lists.'),
  }),
  output: z.object({
    subscriptions: z.array(z.looseObject({ stream_id: z.int(), name: z.string() })),
  }),
  async run({ input, chat, actor }) {
    const { listSubscriptions } =
      await import('../../../src/chat/actions/channels/list-subscriptions.ts')
    return { subscriptions: await listSubscriptions(chat, actor, input.include_subscribers) }
  },
})
