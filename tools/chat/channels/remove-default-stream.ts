import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_default_stream`: one channel less for new accounts. */
export const removeDefaultStream = defineChatOperation({
  name: 'remove_default_stream',
  title: 'Remove default channel',
  description: 'Subscribe new accounts to a channel no longer. For administrators.',
  http: { method: 'DELETE', path: '/default_streams' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({ stream_id: z.int().describe('Id of the channel.') }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { setDefaultChannel } = await import('../../../src/chat/channels/set-default-channel.ts')
    await setDefaultChannel(chat, actor, input.stream_id, false)
    return {}
  },
})
