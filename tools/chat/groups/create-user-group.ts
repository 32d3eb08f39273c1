import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { groupSetting } from '../../../src/chat/groups/setting-value.ts'
import { CALL_MAX_USERS, GROUP_NAME_MAX_CHARS } from '../../../src/chat/limits.ts'
import { nameUpTo } from '../../../src/lib/text-bounds.ts'

const setting = groupSetting.optional()

/** Operation `create_user_group`: a new group of users. */
export const createUserGroup = defineChatOperation({
  name: 'create_user_group',
  title: 'Create user group',
  description: 'Create a user group, which can be mentioned and named in permissions.',
  http: { method: 'POST', path: '/user_groups/create' },
  effects: { readOnly: false, destructive: false, idempotent: false },
  input: z.object({
    name: nameUpTo(GROUP_NAME_MAX_CHARS),
    description: z.string().describe('What the group is for.'),
    members: z.array(z.int()).max(CALL_MAX_USERS).default([]).describe('User ids of the members.'),
    subgroups: z
      .array(z.int())
      .max(CALL_MAX_USERS)
      .default([])
      .describe('Ids of the groups within the group.'),
    can_add_members_group: setting.describe('Who may add members.'),
    can_join_group: setting.describe('Who may join.'),
    can_leave_group: setting.describe('Who may leave.'),
    can_manage_group: setting.describe('Who may manage the group.'),
    can_mention_group: setting.describe('Who may mention the group.'),
    can_remove_members_group: setting.describe('Who may remove members.'),
  }),
  output: z.object({ group_id: z.int() }),
  async run({ input, chat, actor }) {
    const { createGroup } = await import('../../../src/chat/groups/create-group.ts')
    return { group_id: await createGroup(chat, actor, input) }
  },
  agent: { names: { members: 'user', subgroups: 'group' }, keeps: ['members'] },
})
