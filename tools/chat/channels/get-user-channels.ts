import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_user_channels`: channels of a user. */
export const getUserChannels = defineChatOperation({
  name: 'get_user_channels',
  title: 'Get channels of user',
  description:
    'List the ids of the channels that a user is subscribed to, as far as the caller may see it.',
  http: { method: 'GET', path: '/users/{user_id}/channels' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    user_id: z.int(),
  }),
  output: z.object({ subscribed_channel_ids: z.array(z.int()) }),
  async run({ input, chat, actor }) {
    const { listChannelsOfUser } = await import('../../../src/chat/channels/list-channels.ts')
    return { subscribed_channel_ids: await listChannelsOfUser(chat, actor, input.user_id) }
  },
})
