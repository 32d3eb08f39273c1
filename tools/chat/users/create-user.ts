import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `create_user`: a new account, by an administrator. */
export const createUser = defineChatOperation({
  name: 'create_user',
  title: 'Create user',
  description: 'Create an account. For administrators; its API key comes from fetch_api_key.',
  http: { method: 'POST', path: '/users' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    email: z.string(),
    password: z.string(),
    full_name: z.string(),
  }),
  output: z.object({ user_id: z.int() }),
  async run({ input, chat, actor }) {
    const { createUser: create } = await import('../../../src/chat/users/accounts/add-user.ts')
    const { id } = await create(chat, actor, input)
    return { user_id: id }
  },
})
