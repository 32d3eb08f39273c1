import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_user_presence`: when one user was last there. */
export const getUserPresence = defineChatOperation({
  name: 'get_user_presence',
  title: 'Get user presence',
  description: 'Get when one user was last there.',
  http: { method: 'GET', path: '/users/{user_id_or_email}/presence' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    user_id_or_email: z.string().describe('Id or address of the user.'),
  }),
  output: z.object({ presence: z.record(z.string(), z.unknown()) }),
  async run({ input, chat, actor }) {
    const { showPresence } = await import('../../../src/chat/presence/show-presence.ts')
    return { presence: { ...(await showPresence(chat, actor, input.user_id_or_email)) } }
  },
})
