import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `update_user_group_subgroups`: which groups are within a group. */
export const updateUserGroupSubgroups = defineChatOperation({
  name: 'update_user_group_subgroups',
  title: 'Update user group subgroups',
  description: 'Add groups to a user group and take others out, all of it or nothing.',
  http: { method: 'POST', path: '/user_groups/{user_group_id}/subgroups' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    user_group_id: z.int(),
    add: z.array(z.int()).optional().describe('Group ids to add.'),
    delete: z.array(z.int()).optional().describe('Group ids to take out.'),
  }),
  output: z.object({}),
  async run({ input, chat, actor }) {
    const { changeMembers } = await import('../../../src/chat/groups/change-members.ts')
    await changeMembers(chat, actor, input.user_group_id, {
      add_subgroups: input.add,
      delete_subgroups: input.delete,
    })
    return {}
  },
  agent: { names: { add: 'group', delete: 'group' } },
})
