import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { userChangeInputs } from '../../../src/chat/users/user-schema.ts'

/** Operation `update_user_by_email`: the same as `update_user`, by the address that the API shows of somebody. */
export const updateUserByEmail = defineChatOperation({
  name: 'update_user_by_email',
  title: 'Update user by address',
  description: 'Change name, role or profile of an account, by its address. For administrators.',
  http: { method: 'PATCH', path: '/users/{email}' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    email: z.string().describe('Address of the account in the API.'),
    ...userChangeInputs,
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { updateUserByEmail: act } = await import('../../../src/chat/users/update-user.ts')
    await act(chat, actor, input.email, input)
    return {}
  },
})
