import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `reactivate_user`: an account that can sign in again. */
export const reactivateUser = defineChatOperation({
  name: 'reactivate_user',
  title: 'Reactivate user',
  description:
    'Take a deactivated account into use again, a bot with a new API key. For administrators.',
  http: { method: 'POST', path: '/users/{user_id}/reactivate' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    user_id: z.int(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { reactivateUser: act } = await import('../../../src/chat/users/update-user.ts')
    await act(chat, actor, input.user_id)
    return {}
  },
  agent: { names: { user_id: 'account' } },
})
