import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_apns_token`, as older clients register. */
export const removeApnsToken = defineChatOperation({
  name: 'remove_apns_token',
  title: 'Remove APNs token',
  description: 'Forget an APNs token of the caller.',
  http: { method: 'DELETE', path: '/users/me/apns_device_token' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({ token: z.string().describe('As the provider gave it.') }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { removeToken } = await import('../../../src/chat/notifications/legacy-tokens.ts')
    await removeToken(chat, actor, 'apns', input.token)
    return {}
  },
})
