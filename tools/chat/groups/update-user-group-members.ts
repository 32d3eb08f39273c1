import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `update_user_group_members` (chat spec 4.7): who is in a group. */
export const updateUserGroupMembers = defineChatOperation({
  name: 'update_user_group_members',
  title: 'Update user group members',
  description: 'Add users and groups to a user group, or take them out.',
  http: { method: 'POST', path: '/user_groups/{user_group_id}/members', isSpecified: true },
  effects: { readOnly: false, destructive: false, idempotent: false },
  tier: 'more',
  input: z.object({
    user_group_id: z.int(),
    add: z.array(z.int()).optional().describe('User ids to add.'),
    delete: z.array(z.int()).optional().describe('User ids to take out.'),
    add_subgroups: z.array(z.int()).optional().describe('Group ids to add.'),
    delete_subgroups: z.array(z.int()).optional().describe('Group ids to take out.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { changeMembers } = await import('../../../src/chat/groups/change-members.ts')
    await changeMembers(chat, actor, input.user_group_id, input)
    return {}
  },
  agent: {
    names: { add: 'user', delete: 'user', add_subgroups: 'group', delete_subgroups: 'group' },
  },
})
