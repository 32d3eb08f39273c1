import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** The two providers under every name they have; the specification leaves theirs open. */
const KINDS = { kind_a: 'apns', kind_b: 'fcm', apns: 'apns', fcm: 'fcm' } as const

/** Operation `register_push_device` (chat spec 4.8): encrypted pushes to a device. */
export const registerPushDevice = defineChatOperation({
  name: 'register_push_device',
  title: 'Register push device',
  description: 'Have encrypted notifications pushed to a device.',
  http: { method: 'POST', path: '/mobile_push/register', isSpecified: true },
  effects: { readOnly: false, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    device_id: z.int().describe('Returned by register_client_device.'),
    push_key_id: z
      .int()
      .min(0)
      .max(0xff_ff_ff_ff)
      .optional()
      .describe('Id that the client gives push_key.'),
    push_key: z.string().optional().describe('Base64 of 0x31 and 32 bytes.'),
    token_kind: z.enum(['kind_a', 'kind_b', 'apns', 'fcm']).optional(),
    token_id: z.string().optional().describe("Base64 of 8 bytes of the token's SHA-256."),
    bouncer_public_key: z.string().optional().describe("Base64 of the relay's key."),
    encrypted_push_registration: z.string().optional().describe('Base64 that the relay decrypts.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { registerPush } = await import('../../../src/chat/notifications/register-push.ts')
    const { token_kind: kind, ...wish } = input
    await registerPush(chat, actor, { ...wish, token_kind: kind && KINDS[kind] })
    return {}
  },
})
