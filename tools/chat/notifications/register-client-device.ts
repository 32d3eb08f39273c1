import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `register_client_device` (named in chat spec 4.10): a device, which pushes can go to. */
export const registerClientDevice = defineChatOperation({
  name: 'register_client_device',
  title: 'Register client device',
  description: 'Register the program that calls as a device of its user. Returns its id.',
  http: { method: 'POST', path: '/register_client_device' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({}),
  output: z.object({ device_id: z.int() }),
  async run({ chat, actor }) {
    const { registerDevice } = await import('../../../src/chat/notifications/devices.ts')
    return { device_id: await registerDevice(chat, actor) }
  },
})
