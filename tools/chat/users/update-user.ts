import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `update_user`: name, role and profile of somebody. */
export const updateUser = defineChatOperation({
  name: 'update_user',
  title: 'Update user',
  description: 'Change name, role or profile of an account. For administrators.',
  http: { method: 'PATCH', path: '/users/{user_id}' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    user_id: z.int().describe('Id of the user.'),
    full_name: z.string().optional().describe('New display name.'),
    role: z
      .int()
      .optional()
      .describe('100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
    profile_data: z
      .array(z.object({ id: z.int(), value: z.union([z.string(), z.array(z.int()), z.null()]) }))
      .optional()
      .describe('Field ids with their values.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { updateUser: act } = await import('../../../src/chat/users/update-user.ts')
    await act(chat, actor, input.user_id, input)
    return {}
  },
})
