import { z } from 'zod'
import { defineEvent } from './define.ts'
import { fieldsNamed, groupGroupNames, groupRecord, groupSettingRecord, ids } from './records.ts'

const type = z.literal('user_group')
const group_id = z.int()

/** Events about groups of users. */
export const groupEvents = [
  defineEvent(
    { since: 0, sent: 'A group was created.' },
    z.strictObject({ type, op: z.literal('add'), group: groupRecord }),
  ),
  defineEvent(
    { since: 0, sent: 'Properties of a group were changed.' },
    z.strictObject({
      type,
      op: z.literal('update'),
      group_id,
      data: z.strictObject({
        name: z.string().exactOptional(),
        description: z.string().exactOptional(),
        deactivated: z.boolean().exactOptional(),
        ...fieldsNamed(groupGroupNames, groupSettingRecord.exactOptional()),
      }),
    }),
  ),
  defineEvent(
    { since: 0, sent: 'Users came into a group, or left it.' },
    z.strictObject({
      type,
      op: z.enum(['add_members', 'remove_members']),
      group_id,
      user_ids: ids,
    }),
  ),
  defineEvent(
    { since: 127, sent: 'Groups came into a group, or left it.' },
    z.strictObject({
      type,
      op: z.enum(['add_subgroups', 'remove_subgroups']),
      group_id,
      direct_subgroup_ids: ids,
    }),
  ),
] as const
