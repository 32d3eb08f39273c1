import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `add_apns_token`, as older clients register. */
export const addApnsToken = defineChatOperation({
  name: 'add_apns_token',
  title: 'Add APNs token',
  description:
    'Accept the APNs token of an older client, without keeping it or pushing anything to it; register_push_device does both.',
  http: { method: 'POST', path: '/users/me/apns_device_token' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({ token: z.string() }),
  output: z.object({}),
  async run({ input }) {
    const { requireToken } = await import('../../../src/chat/notifications/legacy-tokens.ts')
    requireToken('apns', input.token)
    return {}
  },
})
