import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_user_status` (chat spec 4.3): reads a user's status. */
export const getUserStatus = defineChatOperation({
  name: 'get_user_status',
  title: 'Get user status',
  description: 'Get the status text and emoji of a user.',
  http: { method: 'GET', path: '/users/{user_id}/status', isSpecified: true },
  effects: { readOnly: true, destructive: false, idempotent: true },
  tier: 'more',
  input: z.object({ user_id: z.int() }),
  output: z.object({
    status: z.object({
      away: z.boolean().optional(),
      status_text: z.string().optional(),
      emoji_name: z.string().optional(),
      emoji_code: z.string().optional(),
      reaction_type: z.string().optional(),
    }),
  }),
  async run({ input, chat, actor }) {
    const { fetchStatus } = await import('../../../src/chat/presence/status.ts')
    return { status: await fetchStatus(chat, actor, input.user_id) }
  },
})
