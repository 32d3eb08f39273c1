import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `add_fcm_token`, as older clients register. */
export const addFcmToken = defineChatOperation({
  name: 'add_fcm_token',
  title: 'Add FCM token',
  description:
    'Accept the FCM token of an older client, without keeping it or pushing anything to it; register_push_device does both.',
  http: {
    method: 'POST',
    path: '/users/me/vendor_reg_id',
    otherPaths: ['/users/me/android_gcm_reg_id'],
  },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({ token: z.string() }),
  output: z.object({}),
  async run({ input }) {
    const { requireToken } = await import('../../../src/chat/notifications/legacy-tokens.ts')
    requireToken('fcm', input.token)
    return {}
  },
})
