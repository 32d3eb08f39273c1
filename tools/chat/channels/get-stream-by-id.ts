import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_stream_by_id`: one channel. */
export const getStreamById = defineChatOperation({
  name: 'get_stream_by_id',
  title: 'Get channel',
  description: 'Get one channel that the caller may know of.',
  http: { method: 'GET', path: '/streams/{stream_id}' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    stream_id: z.int().describe('Id of the channel.'),
  }),
  output: z.object({ stream: z.record(z.string(), z.unknown()) }),
  async run({ input, chat, actor }) {
    const { showChannel } = await import('../../../src/chat/channels/list-channels.ts')
    return { stream: { ...(await showChannel(chat, actor, input.stream_id)) } }
  },
})
