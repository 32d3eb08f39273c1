import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_fcm_token` (chat spec 4.8, deprecated). */
export const removeFcmToken = defineChatOperation({
  name: 'remove_fcm_token',
  title: 'Remove FCM token',
  description: 'Remove the FCM token of an older client; none is ever kept.',
  http: {
    method: 'DELETE',
    path: '/users/me/vendor_reg_id',
    isSpecified: true,
    otherPaths: ['/users/me/android_gcm_reg_id'],
  },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({ token: z.string() }),
  output: z.object({}),
  async run({ input }) {
    const { refuseRemoval } = await import('../../../src/chat/notifications/legacy-tokens.ts')
    return refuseRemoval('fcm', input.token)
  },
})
