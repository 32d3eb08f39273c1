import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { userOptions } from '../../../src/chat/people/user-options.ts'
import { userSchema } from '../../../src/chat/people/user-record.ts'

/** Operation `get_user`: one user by id. */
export const getUser = defineChatOperation({
  name: 'get_user',
  title: 'Get user',
  description: 'Get one account by its id.',
  http: { method: 'GET', path: '/users/{user_id}' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({ user_id: z.int().describe('Id of the user.'), ...userOptions }),
  output: z.object({ user: userSchema }),
  async run({ input, chat, actor }) {
    const { showUser } = await import('../../../src/chat/actions/users/show-users.ts')
    return { user: await showUser(chat, actor, input) }
  },
})
