import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `update_subscription_property`: a personal setting of a channel. */
export const updateSubscriptionProperty = defineChatOperation({
  name: 'update_subscription_property',
  title: 'Update subscription setting',
  description: 'Change one personal setting of a channel: color, pinning, muting, notifications.',
  http: { method: 'PATCH', path: '/users/me/subscriptions/{stream_id}' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    stream_id: z.int().describe('Id of the channel.'),
    property: z.string().describe('Name of the setting, e.g. `is_muted` or `color`.'),
    value: z.union([z.boolean(), z.string()]).describe('New value of the setting.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { changeSubscriptionProperties } =
      await import('../../../src/chat/channels/subscription-properties.ts')
    await changeSubscriptionProperties(chat, actor, [input])
    return {}
  },
})
