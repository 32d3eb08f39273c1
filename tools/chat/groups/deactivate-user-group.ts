import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `deactivate_user_group`: a group that cannot be named any more. */
export const deactivateUserGroup = defineChatOperation({
  name: 'deactivate_user_group',
  title: 'Deactivate user group',
  description: 'Take a user group out of use that no permission and no other group needs.',
  http: { method: 'POST', path: '/user_groups/{user_group_id}/deactivate' },
  effects: { readOnly: false, destructive: true, idempotent: true },
  input: z.object({
    user_group_id: z.int(),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { deactivateGroup } = await import('../../../src/chat/groups/deactivate-group.ts')
    await deactivateGroup(chat, actor, input.user_group_id)
    return {}
  },
})
