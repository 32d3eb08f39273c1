import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `update_subscription_settings`: personal settings of channels. */
export const updateSubscriptionSettings = defineChatOperation({
  name: 'update_subscription_settings',
  title: 'Update subscription settings',
  description: 'Change personal settings of channels: color, pinning, muting, notifications.',
  http: { method: 'POST', path: '/users/me/subscriptions/properties' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    subscription_data: z
      .array(
        z.object({
          stream_id: z.int(),
          property: z.string(),
          value: z.union([z.boolean(), z.string()]),
        }),
      )
      .describe('Changes, each with stream_id, property and value.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { changeSubscriptionProperties } =
      await import('../../../src/chat/channels/subscription-properties.ts')
    await changeSubscriptionProperties(chat, actor, input.subscription_data)
    return {}
  },
})
