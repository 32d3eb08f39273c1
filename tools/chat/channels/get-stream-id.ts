import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_stream_id`: the id of a channel. */
export const getStreamId = defineChatOperation({
  name: 'get_stream_id',
  title: 'Get channel id',
  description: 'Get the id of a channel by its name.',
  http: { method: 'GET', path: '/get_stream_id' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    stream: z.string().describe('Name of the channel.'),
  }),
  output: z.object({ stream_id: z.int() }),
  async run({ input, chat, actor }) {
    const { requireChannelId } = await import('../../../src/chat/channels/list-channels.ts')
    return { stream_id: await requireChannelId(chat, actor, input.stream) }
  },
})
