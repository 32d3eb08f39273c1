import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_own_user`: the caller's own account. */
export const getOwnUser = defineChatOperation({
  name: 'get_own_user',
  title: 'Get own user',
  description: 'Get the account that calls: id, names, addresses, role.',
  http: { method: 'GET', path: '/users/me' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({}),
  output: z.looseObject({ user_id: z.int(), email: z.string(), full_name: z.string() }),
  async run({ chat, actor }) {
    const { loadOwnRecord } = await import('../../../src/chat/users/show-users.ts')
    return loadOwnRecord(chat, actor)
  },
  agent: {
    description: 'Tell which chat account is yours.',
    output: z.object({ id: z.int(), name: z.string(), email: z.string() }),
    text: ({ id, name, email }) => `You are ${name} (${id}), ${email}.`,
    async run(_, show) {
      const { user_id: id, full_name: name, email } = await show({})
      return { id, name, email }
    },
  },
})
