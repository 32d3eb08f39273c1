import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `deactivate_own_user`: the caller leaves. */
export const deactivateOwnUser = defineChatOperation({
  name: 'deactivate_own_user',
  title: 'Deactivate own user',
  description: 'Deactivate the account of the caller and its bots. The last owner stays.',
  http: { method: 'DELETE', path: '/users/me' },
  effects: { readOnly: false, destructive: true, idempotent: false },
  input: z.object({}),
  output: z.object({}),
  async run({ chat, actor }) {
    const { deactivateSelf } = await import('../../../src/chat/users/update-user.ts')
    await deactivateSelf(chat, actor)
    return {}
  },
})
