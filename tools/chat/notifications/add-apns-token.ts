import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `add_apns_token`, as older clients register. */
export const addApnsToken = defineChatOperation({
  name: 'add_apns_token',
  title: 'Add APNs token',
  description:
    'For older clients: nothing is pushed to APNs tokens, and none is kept. See register_push_device.',
  http: { method: 'POST', path: '/users/me/apns_device_token' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({ token: z.string().describe('As the provider gave it.') }),
  output: z.object({}),
  async run({ input }) {
    const { requireToken } = await import('../../../src/chat/notifications/legacy-tokens.ts')
    requireToken('apns', input.token)
    return {}
  },
})
