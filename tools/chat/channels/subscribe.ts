import { z } from 'zod'
import { replaceable } from '../../../src/chat/agent/inputs.ts'
import { channelGroupInputs } from '../../../src/chat/channels/inputs.ts'
import { principals } from '../../../src/chat/channels/inputs.ts'
import { channelProperties } from '../../../src/chat/channels/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { CALL_MAX_CHANNELS } from '../../../src/chat/limits.ts'

/** Operation `subscribe`: joins channels, makes those that do not exist, or adds others. */
export const subscribe = defineChatOperation({
  name: 'subscribe',
  title: 'Subscribe to channels',
  description:
    'Subscribe the caller or others to channels; channels that do not exist are created.',
  http: { method: 'POST', path: '/users/me/subscriptions' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    subscriptions: z
      .array(
        z.object({
          name: z.string(),
          description: z.string().optional(),
          color: z.string().optional(),
        }),
      )
      .max(CALL_MAX_CHANNELS)
      .describe('Channels by name, with a color, and a description of new ones.'),
    principals: principals
      .optional()
      .describe('User ids or API e-mails of whom to subscribe; default the caller.'),
    authorization_errors_fatal: z
      .boolean()
      .default(true)
      .describe('Fail the whole call where one channel may not be joined.'),
    announce: z
      .boolean()
      .default(false)
      .describe('Announce new public channels, where the organization has a channel for that.'),
    send_new_subscription_messages: z
      .boolean()
      .default(true)
      .describe('Tell people whom somebody else subscribes, by a message to each.'),
    ...channelProperties,
    ...channelGroupInputs,
  }),
  output: z.object({
    subscribed: z.record(z.string(), z.array(z.string())),
    already_subscribed: z.record(z.string(), z.array(z.string())),
    unauthorized: z.array(z.string()).optional(),
    new_subscription_messages_sent: z.boolean(),
  }),
  async run({ input, chat, actor }) {
    const { subscribe: join } = await import('../../../src/chat/channels/subscribe.ts')
    return join(chat, actor, input)
  },
  agent: {
    description: 'Join chat channels; new names make new ones.',
    input: () => ({
      channels: replaceable(z.array(z.string()).min(1).max(20).describe('Names of the channels.')),
    }),
    replaced: { channels: 'subscriptions' },
    output: z.object({ joined: z.array(z.string()), already_in: z.array(z.string()) }),
    text: ({ joined, already_in }) =>
      `Joined: ${joined.join(', ') || 'none'}. Already in: ${already_in.join(', ') || 'none'}.`,
    async run({ input }, join) {
      const subscriptions = input.channels?.map((name) => ({ name: name.replace(/^#/, '') }))
      const done = await join({ subscriptions })
      return {
        joined: [...new Set(Object.values(done.subscribed).flat())],
        already_in: [...new Set(Object.values(done.already_subscribed).flat())],
      }
    },
  },
})
