import { z } from 'zod'
import { withoutTotalOf } from '../../../src/chat/agent/as-lines.ts'
import { countLine, namedLike, searchFields } from '../../../src/chat/agent/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { cleanLine } from '../../../src/lib/text.ts'

const agentSubscription = z.object({
  id: z.int(),
  name: z.string(),
  is_muted: z.boolean(),
  is_pinned: z.boolean(),
})

function channelLine({ id, name, is_muted, is_pinned }: z.infer<typeof agentSubscription>): string {
  return `${id} #${name}${is_muted ? ' (muted)' : ''}${is_pinned ? ' (pinned)' : ''}`
}

/** Operation `get_subscriptions` (chat spec 4.5): channels that the caller is subscribed to. */
export const getSubscriptions = defineChatOperation({
  name: 'get_subscriptions',
  title: 'Get subscribed channels',
  description: 'List the channels that the caller is subscribed to, with personal settings.',
  http: { method: 'GET', path: '/users/me/subscriptions', isSpecified: true },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    include_subscribers: z
      .enum(['true', 'false', 'partial'])
      .default('false')
      .describe('Add the user ids of the subscribers; `partial` may shorten long lists.'),
  }),
  output: z.object({
    subscriptions: z.array(z.looseObject({ stream_id: z.int(), name: z.string() })),
  }),
  async run({ input, chat, actor }) {
    const { listSubscriptions } = await import('../../../src/chat/channels/subscription-record.ts')
    return { subscriptions: await listSubscriptions(chat, actor, input.include_subscribers) }
  },
  agent: {
    description: 'List your chat channels, with your settings for them.',
    input: () => searchFields,
    output: z.object({ channels: z.array(agentSubscription), total: z.int() }),
    lines: { channels: channelLine },
    unsaid: withoutTotalOf('channels'),
    text: ({ channels, total }) =>
      [countLine(channels.length, total, 'channels'), ...channels.map(channelLine)].join('\n'),
    async run({ input }, list) {
      const { subscriptions } = await list({})
      const { listed, total } = namedLike(subscriptions, ({ name }) => name, input)
      const channels = listed.map((channel) => ({
        id: channel.stream_id,
        name: cleanLine(channel.name),
        is_muted: channel['is_muted'] === true,
        is_pinned: channel['pin_to_top'] === true,
      }))
      return { channels, total }
    },
  },
})
