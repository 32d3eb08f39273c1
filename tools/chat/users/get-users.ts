import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { userOptions } from '../../../src/chat/people/user-options.ts'
import { userSchema } from '../../../src/chat/people/user-record.ts'

/** Operation `get_users`: everybody the caller may see. */
export const getUsers = defineChatOperation({
  name: 'get_users',
  title: 'Get users',
  description: 'List the accounts of the organization: people and bots, deactivated ones included.',
  http: { method: 'GET', path: '/users' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    ...userOptions,
    user_ids: z.array(z.int()).optional().describe('Only these users.'),
  }),
  output: z.object({ members: z.array(userSchema) }),
  async run({ input, chat, actor }) {
    const { showUsers } = await import('../../../src/chat/actions/users/show-users.ts')
    return { members: await showUsers(chat, actor, input) }
  },
})
