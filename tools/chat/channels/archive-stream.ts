import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `archive_stream`: a channel that is read only from now on. */
export const archiveStream = defineChatOperation({
  name: 'archive_stream',
  title: 'Archive channel',
  description: 'Archive a channel: its messages stay readable, and no new ones can be sent.',
  http: { method: 'DELETE', path: '/streams/{stream_id}' },
  effects: { readOnly: false, destructive: true, idempotent: false },
  input: z.object({ stream_id: z.int().describe('Id of the channel.') }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { archiveChannel } = await import('../../../src/chat/channels/archive-channel.ts')
    await archiveChannel(chat, actor, input.stream_id)
    return {}
  },
})
