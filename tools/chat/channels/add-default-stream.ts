import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `add_default_stream`: one channel more for new accounts. */
export const addDefaultStream = defineChatOperation({
  name: 'add_default_stream',
  title: 'Add default channel',
  description: 'Subscribe new accounts to a public channel from now on. For administrators.',
  http: { method: 'POST', path: '/default_streams' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({ stream_id: z.int().describe('Id of the channel.') }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { setDefaultChannel } = await import('../../../src/chat/channels/set-default-channel.ts')
    await setDefaultChannel(chat, actor, input.stream_id, true)
    return {}
  },
})
