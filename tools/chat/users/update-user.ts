import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { userChangeInputs } from '../../../src/chat/users/user-schema.ts'

/** Operation `update_user`: name, role and profile of somebody. */
export const updateUser = defineChatOperation({
  name: 'update_user',
  title: 'Update user',
  description: 'Change name, role or profile of an account. For administrators.',
  http: { method: 'PATCH', path: '/users/{user_id}' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    user_id: z.int(),
    ...userChangeInputs,
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { updateUser: act } = await import('../../../src/chat/users/update-user.ts')
    await act(chat, actor, input.user_id, input)
    return {}
  },
})
