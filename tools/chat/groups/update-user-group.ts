import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { groupSettingChange } from '../../../src/chat/groups/setting-value.ts'
import { GROUP_NAME_MAX_CHARS } from '../../../src/chat/limits.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

const change = groupSettingChange.optional()

/** Operation `update_user_group`: properties and permissions of a group. */
export const updateUserGroup = defineChatOperation({
  name: 'update_user_group',
  title: 'Update user group',
  description:
    'Change name, description or permissions of a user group, or take it into use again.',
  http: { method: 'PATCH', path: '/user_groups/{user_group_id}' },
  effects: { readOnly: false, destructive: false, idempotent: true },
  input: z.object({
    user_group_id: z.int(),
    name: nameUpTo(GROUP_NAME_MAX_CHARS).optional(),
    description: z.string().optional().describe('What the group is for.'),
    deactivated: z.literal(false).optional().describe('false takes the group into use again.'),
    can_add_members_group: change.describe('Who may add members.'),
    can_join_group: change.describe('Who may join.'),
    can_leave_group: change.describe('Who may leave.'),
    can_manage_group: change.describe('Who may manage the group.'),
    can_mention_group: change.describe('Who may mention the group.'),
    can_remove_members_group: change.describe('Who may remove members.'),
  }),
  output: z.object({}),
  async run({ input: { user_group_id, ...changes }, chat, actor }) {
    const { updateGroup } = await import('../../../src/chat/groups/update-group.ts')
    await updateGroup(chat, actor, user_group_id, changes)
    return {}
  },
  agent: { keeps: ['name', 'description'] },
})
