import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `mute_user`: a user whom the caller does not want to hear. */
export const muteUser = defineChatOperation({
  name: 'mute_user',
  title: 'Mute user',
  description: 'Mute a user for the caller.',
  http: { method: 'POST', path: '/users/me/muted_users/{muted_user_id}' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    muted_user_id: z.int(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { muteUser: act } = await import('../../../src/chat/personal/muted-users.ts')
    await act(chat, actor, input.muted_user_id)
    return {}
  },
})
