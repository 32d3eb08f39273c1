import { z } from 'zod'
import { withAgentForm } from '../../../src/contract/operation.ts'
import { cleanLine } from '../../../src/lib/text.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

const agentSubscription = z.object({
  id: z.int(),
  name: z.string(),
  is_muted: z.boolean(),
  is_pinned: z.boolean(),
})

/** Operation `get_subscriptions` (chat spec 4.5): channels that the caller is subscribed to. */
export const getSubscriptions = withAgentForm(
  defineChatOperation({
    name: 'get_subscriptions',
    title: 'Get subscribed channels',
    description: 'List the channels that the caller is subscribed to, with personal settings.',
    http: { method: 'GET', path: '/users/me/subscriptions' },
    effects: { readOnly: true, destructive: false, idempotent: true },
    tier: 'standard',
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
        await import('../../../src/chat/channels/subscription-record.ts')
      return { subscriptions: await listSubscriptions(chat, actor, input.include_subscribers) }
    },
  }),
  {
    description: 'List the chat channels you are in, with your settings for them.',
    input: z.object({
      query: z.string().optional().describe('Part of the name.'),
      limit: z.int().min(1).max(500).default(100).describe('Channels.'),
    }),
    output: z.object({ channels: z.array(agentSubscription), total: z.int() }),
    text: ({ channels, total }) =>
      [
        `${channels.length} of ${total} channels`,
        ...channels.map(
          ({ id, name, is_muted, is_pinned }) =>
            `${id} #${name}${is_muted ? ' (muted)' : ''}${is_pinned ? ' (pinned)' : ''}`,
        ),
      ].join('\n'),
    async run({ input }, list) {
      const { subscriptions } = await list({})
      const wanted = (input.query ?? '').replace(/^#/, '').toLowerCase()
      const found = subscriptions.filter(({ name }) => name.toLowerCase().includes(wanted))
      const channels = found.slice(0, input.limit).map((channel) => ({
        id: channel.stream_id,
        name: cleanLine(channel.name),
        is_muted: channel['is_muted'] === true,
        is_pinned: channel['pin_to_top'] === true,
      }))
      return { channels, total: found.length }
    },
  },
)
