import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_user_group_members`: who is in a group. */
export const getUserGroupMembers = defineChatOperation({
  name: 'get_user_group_members',
  title: 'Get user group members',
  description: 'List the user ids in a group, those of its subgroups included unless told not to.',
  http: { method: 'GET', path: '/user_groups/{user_group_id}/members' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    user_group_id: z.int(),
    direct_member_only: z.boolean().default(false).describe('Leave out members of subgroups.'),
  }),
  output: z.object({ members: z.array(z.int()) }),
  async run({ input, chat, actor }) {
    const { listVisibleMembers } = await import('../../../src/chat/groups/list-groups.ts')
    const { user_group_id, direct_member_only } = input
    return { members: await listVisibleMembers(chat, actor, user_group_id, direct_member_only) }
  },
})
