import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'

/** Operation `get_user_group_subgroups`: groups within a group. */
export const getUserGroupSubgroups = defineChatOperation({
  name: 'get_user_group_subgroups',
  title: 'Get user group subgroups',
  description: 'List the ids of the groups within a user group.',
  http: { method: 'GET', path: '/user_groups/{user_group_id}/subgroups' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    user_group_id: z.int(),
    direct_subgroup_only: z.boolean().default(false).describe('Leave out groups within subgroups.'),
  }),
  output: z.object({ subgroups: z.array(z.int()) }),
  async run({ input, chat }) {
    const { groupSubgroups } = await import('../../../src/chat/groups/list-groups.ts')
    return {
      subgroups: await groupSubgroups(chat, input.user_group_id, input.direct_subgroup_only),
    }
  },
})
