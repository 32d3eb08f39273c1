import { z } from 'zod'
import { defineChatOperation } from '../../../src/chat/chat-operation.ts'
import { groupRecords } from '../../../src/chat/groups/group-record.ts'
import { groupById, membersOf } from '../../../src/chat/groups/membership.ts'
import { loadRealm } from '../../../src/chat/realm/settings.ts'
import { reader } from '../../../src/chat/write.ts'

/** Operation `get_user_group_members`: who is in a group. */
export const getUserGroupMembers = defineChatOperation({
  name: 'get_user_group_members',
  title: 'Get user group members',
  description: 'List the user ids in a group, those of its subgroups included unless told not to.',
  http: { method: 'GET', path: '/user_groups/{user_group_id}/members' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({
    user_group_id: z.int().describe('Id of the group.'),
    direct_member_only: z.boolean().default(false).describe('Without members of subgroups.'),
  }),
  output: z.object({ members: z.array(z.int()) }),
  async run({ input, chat }) {
    const db = reader(chat)
    const group = await groupById(db, input.user_group_id)
    const { waiting_period_threshold: waiting } = await loadRealm(db)
    const nowMs = chat.now().getTime()
    if (!input.direct_member_only) return { members: await membersOf(db, group.id, waiting, nowMs) }
    const [record] = await groupRecords(db, [group], waiting, nowMs)
    return { members: record?.members ?? [] }
  },
})
