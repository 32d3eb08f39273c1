import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { CALL_MAX_CHANNELS } from '../../../src/chat/limits.ts'

const names = z.record(z.string(), z.array(z.string()))

/** Operation `update_subscriptions`: joins channels and leaves others, all or nothing. */
export const updateSubscriptions = defineChatOperation({
  name: 'update_subscriptions',
  title: 'Update subscriptions',
  description: 'Join some channels and leave others in one call. Names that are new make channels.',
  http: { method: 'PATCH', path: '/users/me/subscriptions' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    add: z
      .array(
        z.object({
          name: z.string(),
          color: z.string().optional(),
          description: z.string().optional(),
        }),
      )
      .max(CALL_MAX_CHANNELS)
      .default([])
      .describe('Channels to join by name, with a color, and a description of new ones.'),
    delete: z
      .array(z.string())
      .max(CALL_MAX_CHANNELS)
      .default([])
      .describe('Names of channels to leave.'),
  }),
  output: z.object({
    subscribed: names,
    already_subscribed: names,
    new_subscription_messages_sent: z.boolean(),
    removed: z.array(z.string()),
    not_removed: z.array(z.string()),
  }),
  async run({ input, chat, actor }) {
    const { changeSubscriptions } = await import('../../../src/chat/channels/subscribe.ts')
    return changeSubscriptions(chat, actor, input)
  },
})
