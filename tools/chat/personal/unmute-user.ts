import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `unmute_user`: a user whom the caller hears again. */
export const unmuteUser = defineChatOperation({
  name: 'unmute_user',
  title: 'Unmute user',
  description: 'End the muting of a user by the caller.',
  http: { method: 'DELETE', path: '/users/me/muted_users/{muted_user_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    muted_user_id: z.int(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { unmuteUser: act } = await import('../../../src/chat/personal/muted-users.ts')
    await act(chat, actor, input.muted_user_id)
    return {}
  },
})
