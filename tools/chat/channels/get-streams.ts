import { z } from 'zod'
import { withoutTotalOf } from '../../../src/chat/agent/as-lines.ts'
import { countLine, namedLike, searchFields } from '../../../src/chat/agent/inputs.ts'
import { channelsResource } from '../../../src/chat/agent/resources.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { cleanLine } from '../../../src/lib/text.ts'

const option = (standard: boolean, meaning: string) =>
  z.boolean().default(standard).describe(meaning)

const DESCRIPTION_SHOWN_CHARS = 120

const agentChannel = z.object({
  id: z.int(),
  name: z.string(),
  joined: z.boolean(),
  description: z.string(),
})

function channelLine({ id, name, joined, description }: z.infer<typeof agentChannel>): string {
  return `${id} #${name}${joined ? ' (joined)' : ''} ${description}`.trimEnd()
}

/** Operation `get_streams` (chat spec 4.5): channels that the caller may know of. */
export const getStreams = defineChatOperation({
  name: 'get_streams',
  title: 'Get channels',
  description: 'List channels of the organization that the caller may know of.',
  http: { method: 'GET', path: '/streams', isSpecified: true },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'core',
  input: z.object({
    include_public: option(true, 'Include all public channels.'),
    include_web_public: option(false, 'Include web-public channels.'),
    include_subscribed: option(true, 'Include channels the caller is subscribed to.'),
    exclude_archived: option(true, 'Leave out archived channels.'),
    include_all: option(false, 'Include all channels that the caller may know of.'),
    include_default: option(false, 'Include the default channels of the organization.'),
    include_owner_subscribed: option(
      false,
      'For bots: include channels their owner is subscribed to.',
    ),
    include_can_access_content: option(
      false,
      'Include channels whose messages the caller may read.',
    ),
    include_all_active: option(false, 'Deprecated name of include_all, for administrators only.'),
  }),
  output: z.object({
    streams: z.array(z.looseObject({ stream_id: z.int(), name: z.string() })),
  }),
  async run({ input, chat, actor }) {
    const { listChannels } = await import('../../../src/chat/channels/list-channels.ts')
    return { streams: await listChannels(chat, actor, input) }
  },
  agent: {
    description: 'List chat channels that you are in or could join.',
    input: () => searchFields,
    seldom: ['limit'],
    output: z.object({ channels: z.array(agentChannel), total: z.int() }),
    resources: [channelsResource],
    lines: { channels: channelLine },
    unsaid: withoutTotalOf('channels'),
    text: ({ channels, total }) =>
      [countLine(channels.length, total, 'channels'), ...channels.map(channelLine)].join('\n'),
    async run({ input }, list, { alone }) {
      const mine = await alone({ include_public: false })
      const all = await list({})
      const joined = new Set(mine.streams.map(({ stream_id }) => stream_id))
      const { listed, total } = namedLike(all.streams, ({ name }) => name, input)
      const channels = listed.map(({ stream_id, name, description }) => ({
        id: stream_id,
        name: cleanLine(name),
        joined: joined.has(stream_id),
        description: cleanLine(String(description), DESCRIPTION_SHOWN_CHARS),
      }))
      return { channels, total }
    },
  },
})
