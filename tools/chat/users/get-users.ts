import { z } from 'zod'
import { withoutTotalOf } from '../../../src/chat/agent/as-lines.ts'
import { countLine, namedLike, searchFields } from '../../../src/chat/agent/inputs.ts'
import { usersResource } from '../../../src/chat/agent/resources.ts'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { userOptions, userSchema } from '../../../src/chat/users/user-schema.ts'
import { cleanLine } from '../../../src/lib/text.ts'

const agentUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  is_bot: z.boolean(),
  presence: z.enum(['active', 'idle', 'away']),
})

function userLine({ id, name, is_bot, presence }: z.infer<typeof agentUser>): string {
  return `${id} ${name}${is_bot ? ' (bot)' : ` (${presence})`}`
}

/** Operation `get_users`: everybody the caller may see. */
export const getUsers = defineChatOperation({
  name: 'get_users',
  title: 'Get users',
  description: 'List the accounts of the organization: people and bots, deactivated ones included.',
  http: { method: 'GET', path: '/users' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'core',
  input: z.object({
    ...userOptions,
    user_ids: z.array(z.int()).optional().describe('Ids of the users wanted; default all.'),
  }),
  output: z.object({ members: z.array(userSchema) }),
  async run({ input, chat, actor }) {
    const { showUsers } = await import('../../../src/chat/users/show-users.ts')
    return { members: await showUsers(chat, actor, input) }
  },
  agent: {
    description: 'List people and bots of the chat, and who is there.',
    input: () => searchFields,
    seldom: ['limit'],
    output: z.object({ users: z.array(agentUser), total: z.int() }),
    resources: [usersResource],
    lines: { users: userLine },
    unsaid: withoutTotalOf('users'),
    text: ({ users, total }) =>
      [countLine(users.length, total, 'users'), ...users.map(userLine)].join('\n'),
    async run(call, list) {
      const { loadPresenceLookup } = await import('../../../src/chat/agent/presence.ts')
      const active = (await list({})).members.filter(({ is_active }) => is_active)
      const { listed, total } = namedLike(active, ({ full_name }) => full_name, call.input)
      const statusOf = await loadPresenceLookup(call)
      const users = listed.map((user) => ({
        id: user.user_id,
        name: cleanLine(user.full_name),
        email: user.email,
        is_bot: user.is_bot,
        presence: statusOf(user.email),
      }))
      return { users, total }
    },
  },
})
