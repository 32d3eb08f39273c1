import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `deactivate_user`: an account that cannot sign in. */
export const deactivateUser = defineChatOperation({
  name: 'deactivate_user',
  title: 'Deactivate user',
  description:
    'Deactivate an account and its bots: it cannot sign in any more. For administrators.',
  http: { method: 'DELETE', path: '/users/{user_id}' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    user_id: z.int(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { deactivateUser: act } = await import('../../../src/chat/users/update-user.ts')
    await act(chat, actor, input.user_id)
    return {}
  },
})
