import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `add_apns_token`, as older clients register. */
export const addApnsToken = defineChatOperation({
  name: 'add_apns_token',
  title: 'Add APNs token',
  description:
    'Note an APNs token of an older client. Nothing is pushed to it: register_push_device is.',
  http: { method: 'POST', path: '/users/me/apns_device_token' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({ token: z.string().describe('As the provider gave it.') }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { addToken } = await import('../../../src/chat/notifications/legacy-tokens.ts')
    await addToken(chat, actor, 'apns', input.token)
    return {}
  },
})
