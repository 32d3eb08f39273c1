import { z } from 'zod'
import { formatAccount, agentAccount, agentAccountOf } from '../../../src/chat/agent/accounts.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { userOptions, userSchema } from '../../../src/chat/users/user-schema.ts'

/** Operation `get_user_by_email` (chat spec 4.4): one user by real or placeholder address. */
export const getUserByEmail = defineChatOperation({
  name: 'get_user_by_email',
  title: 'Get user by e-mail',
  description: 'Get one account by its e-mail address or the placeholder user<id>@<host>.',
  http: { method: 'GET', path: '/users/{email}', isSpecified: true },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({
    email: z.string().describe('Real or placeholder address.'),
    ...userOptions,
  }),
  output: z.object({ user: userSchema }),
  async run({ input, chat, actor }) {
    const { showUserByEmail } = await import('../../../src/chat/users/show-users.ts')
    return { user: await showUserByEmail(chat, actor, input) }
  },
  agent: {
    description: 'Get a chat account by its e-mail address.',
    output: z.object({ user: agentAccount }),
    text: ({ user }) => formatAccount(user),
    lines: { user: formatAccount },
    run: async ({ input }, get) => ({ user: agentAccountOf((await get(input)).user) }),
  },
})
