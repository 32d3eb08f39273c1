import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `test_notify`: for devices of older clients, to which nothing is pushed. */
export const testNotify = defineChatOperation({
  name: 'test_notify',
  title: 'Push test notification to older client',
  description: 'Learn why nothing is pushed to a device of an older client.',
  http: { method: 'POST', path: '/mobile_push/test_notification' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({ token: z.string().optional().describe('Token of the device.') }),
  output: z.object({}),
  async run({ input }) {
    const { refuseTest } = await import('../../../src/chat/notifications/legacy-tokens.ts')
    return refuseTest(input.token)
  },
})
