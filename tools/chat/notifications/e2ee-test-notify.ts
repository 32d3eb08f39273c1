import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `e2ee_test_notify`: an encrypted notification that says nothing. */
export const e2eeTestNotify = defineChatOperation({
  name: 'e2ee_test_notify',
  title: 'Push test notification',
  description: 'Have a test notification pushed to one of your devices, or to all of them.',
  http: { method: 'POST', path: '/mobile_push/e2ee/test_notification' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    device_id: z.int().optional().describe('Returned by register_client_device.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { pushTest } = await import('../../../src/chat/notifications/push-test.ts')
    await pushTest(chat, actor, input.device_id)
    return {}
  },
})
