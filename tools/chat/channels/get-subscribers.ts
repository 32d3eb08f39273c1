import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_subscribers`: who is subscribed to a channel. */
export const getSubscribers = defineChatOperation({
  name: 'get_subscribers',
  title: 'Get channel subscribers',
  description: 'List the ids of the active users subscribed to a channel.',
  http: { method: 'GET', path: '/streams/{stream_id}/members' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    stream_id: z.int().describe('Id of the channel.'),
  }),
  output: z.object({ subscribers: z.array(z.int()) }),
  async run({ input, chat, actor }) {
    const { listChannelMembers } = await import('../../../src/chat/channels/list-channels.ts')
    return { subscribers: await listChannelMembers(chat, actor, input.stream_id) }
  },
})
