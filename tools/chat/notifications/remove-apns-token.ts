import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_apns_token`, as older clients register. */
export const removeApnsToken = defineChatOperation({
  name: 'remove_apns_token',
  title: 'Remove APNs token',
  description: 'Remove the APNs token of an older client; none is ever kept.',
  http: { method: 'DELETE', path: '/users/me/apns_device_token' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({ token: z.string() }),
  output: z.object({}),
  async run({ input }) {
    const { refuseRemoval } = await import('../../../src/chat/notifications/legacy-tokens.ts')
    return refuseRemoval('apns', input.token)
  },
})
