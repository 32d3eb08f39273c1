import { z } from 'zod'
import { formatAccount, agentAccount, agentAccountOf } from '../../../src/chat/agent/accounts.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { userOptions, userSchema } from '../../../src/chat/users/user-schema.ts'

/** Operation `get_user`: one user by id. */
export const getUser = defineChatOperation({
  name: 'get_user',
  title: 'Get user',
  description: 'Get one account by its id.',
  http: { method: 'GET', path: '/users/{user_id}' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({ user_id: z.int(), ...userOptions }),
  output: z.object({ user: userSchema }),
  async run({ input, chat, actor }) {
    const { showUser } = await import('../../../src/chat/users/show-users.ts')
    return { user: await showUser(chat, actor, input) }
  },
  agent: {
    description: 'Get a chat account by name or id.',
    names: { user_id: 'account' },
    output: z.object({ user: agentAccount }),
    text: ({ user }) => formatAccount(user),
    lines: { user: formatAccount },
    run: async ({ input }, get) => ({ user: agentAccountOf((await get(input)).user) }),
  },
})
