import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

const option = (standard: boolean, meaning: string) =>
  z.boolean().default(standard).describe(meaning)

/** Operation `get_streams` (chat spec 4.5): channels that the caller may know of. */
export const getStreams = defineChatOperation({
  name: 'get_streams',
  title: 'Get channels',
  description: 'List channels of the organization that the caller may know of.',
  http: { method: 'GET', path: '/streams' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    include_public: option(true, 'All public channels.'),
    include_web_public: option(false, 'Web-public channels.'),
    include_subscribed: option(true, 'Subscribed channels.'),
    exclude_archived: option(true, 'No archived channels.'),
    include_all: option(false, 'All channels the caller may know of.'),
    include_default: option(false, 'Default channels of the organization.'),
    include_owner_subscribed: option(false, 'For bots: channels their owner is subscribed to.'),
    include_can_access_content: option(false, 'Channels whose messages the caller may read.'),
    include_all_active: option(false, 'Deprecated: include_all, for administrators.'),
  }),
  output: z.object({
    streams: z.array(z.looseObject({ stream_id: z.int(), name: z.string() })),
  }),
  async run({ input, chat, actor }) {
    const { listChannels } = await import('../../../src/chat/actions/channels/list-channels.ts')
    return { streams: await listChannels(chat, actor, input) }
  },
})
