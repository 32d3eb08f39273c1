import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `test_notify`: for devices that older clients registered, to which nothing is pushed. */
export const testNotify = defineChatOperation({
  name: 'test_notify',
  title: 'Push test notification to older client',
  description: 'Learn why nothing is pushed to a device that an older client registered.',
  http: { method: 'POST', path: '/mobile_push/test_notification' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({ token: z.string().optional().describe('That of the device.') }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { refuseLegacyTest } = await import('../../../src/chat/notifications/push-test.ts')
    return refuseLegacyTest(chat, actor, input.token)
  },
})
