import { z } from 'zod'
import { badRequest } from '../kernel/failures.ts'
import { CALL_MAX_USERS } from '../limits.ts'

/** The value of a group setting (spec 2.2): the id of a named group, or a list of members and subgroups. */
export const groupSetting = z.union([
  z.int(),
  z.object({
    direct_members: z.array(z.int()).max(CALL_MAX_USERS),
    direct_subgroups: z.array(z.int()).max(CALL_MAX_USERS),
  }),
])

/** A group setting as clients read and write it. */
export type GroupSettingValue = z.infer<typeof groupSetting>

/** A change of a group setting: the new value alone, or with the old value that the client expects. */
export const groupSettingChange = z.union([
  groupSetting,
  z.object({ new: groupSetting, old: groupSetting.optional() }),
])

/** The new value of a change. Throws when an expected old value was sent and is not `current`. */
export function newValueOf(
  change: z.infer<typeof groupSettingChange>,
  current: GroupSettingValue,
): GroupSettingValue {
  if (typeof change !== 'object' || !('new' in change)) return change
  if (change.old !== undefined && JSON.stringify(change.old) !== JSON.stringify(current)) {
    throw badRequest("'old' value does not match the expected value.", {}, 'EXPECTATION_MISMATCH')
  }
  return change.new
}
