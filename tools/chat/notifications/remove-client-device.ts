import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `remove_client_device`: forgets a device. */
export const removeClientDevice = defineChatOperation({
  name: 'remove_client_device',
  title: 'Remove client device',
  description: 'Remove a device of the caller: nothing is pushed to it any more.',
  http: { method: 'POST', path: '/remove_client_device' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({ device_id: z.int().describe('Returned by register_client_device.') }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { removeDevice } = await import('../../../src/chat/notifications/devices.ts')
    await removeDevice(chat, actor, input.device_id)
    return {}
  },
})
