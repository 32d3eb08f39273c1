import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_is_user_group_member`: whether somebody is in a group. */
export const getIsUserGroupMember = defineChatOperation({
  name: 'get_is_user_group_member',
  title: 'Get user group membership',
  description: 'Tell whether a user is in a user group.',
  http: { method: 'GET', path: '/user_groups/{user_group_id}/members/{user_id}' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    user_group_id: z.int(),
    user_id: z.int(),
    direct_member_only: z.boolean().default(false).describe('Do not count members of subgroups.'),
  }),
  output: z.object({ is_user_group_member: z.boolean() }),
  async run({ input, chat, actor }) {
    const { isGroupMember } = await import('../../../src/chat/groups/list-groups.ts')
    return {
      is_user_group_member: await isGroupMember(
        chat,
        actor,
        input.user_group_id,
        input.user_id,
        input.direct_member_only,
      ),
    }
  },
})
