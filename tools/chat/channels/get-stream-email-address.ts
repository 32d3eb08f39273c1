import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_stream_email_address`: says that channels take no mail here. */
export const getStreamEmailAddress = defineChatOperation({
  name: 'get_stream_email_address',
  title: 'Get channel email address',
  description: 'Always fails: channels of this server take no mail.',
  http: { method: 'GET', path: '/streams/{stream_id}/email_address' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({ stream_id: z.int().describe('Id of the channel.') }),
  output: z.object({ email: z.string() }),
  async run({ input, chat, actor }) {
    const { refuseEmailAddress } = await import('../../../src/chat/channels/email-address.ts')
    return refuseEmailAddress(chat, actor, input.stream_id)
  },
})
