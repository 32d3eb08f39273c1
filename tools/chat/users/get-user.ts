import { z } from 'zod'
import { withAgentForm } from '../../../src/contract/operation.ts'
import { accountLine, agentAccount, agentAccountOf } from '../../../src/chat/agent/accounts.ts'
import { nameOrId } from '../../../src/chat/agent/inputs.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { userOptions, userSchema } from '../../../src/chat/users/user-schema.ts'

/** Operation `get_user`: one user by id. */
export const getUser = withAgentForm(
  defineChatOperation({
    name: 'get_user',
    title: 'Get user',
    description: 'Get one account by its id.',
    http: { method: 'GET', path: '/users/{user_id}' },
    effects: { readOnly: true, destructive: false, idempotent: true },
    input: z.object({ user_id: z.int().describe('Id of the user.'), ...userOptions }),
    output: z.object({ user: userSchema }),
    async run({ input, chat, actor }) {
      const { showUser } = await import('../../../src/chat/users/show-users.ts')
      return { user: await showUser(chat, actor, input) }
    },
  }),
  {
    description: 'Get a chat account by name or id.',
    input: z.object({ user: nameOrId.describe('Name or id.') }),
    output: z.object({ user: agentAccount }),
    text: ({ user }) => accountLine(user),
    async run(call, get) {
      const { lookupFor, userNamed } = await import('../../../src/chat/agent/names.ts')
      const options = { withDeactivated: true }
      const { id } = await userNamed(await lookupFor(call), call.input.user, options)
      return { user: agentAccountOf((await get({ user_id: id })).user) }
    },
  },
)
