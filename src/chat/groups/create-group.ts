import { countChars } from '../../lib/text.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Member } from '../kernel/requester.ts'
import type { Tx } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { GROUP_NAME_MAX_CHARS } from '../limits.ts'
import { writeDirectory } from '../organization/directory-space.ts'
import { GROUP_GROUP_DEFAULTS, type GroupGroupSetting } from '../organization/realm-settings.ts'
import { groupRecords } from './group-record.ts'
import { requireGroups, requireUsers, storeGroupSetting } from './group-settings.ts'
import type { GroupSettingValue } from './setting-value.ts'
import { requireSupported } from './supported-settings.ts'

/** A new group. */
export interface NewGroup extends Partial<
  Record<GroupGroupSetting, GroupSettingValue | undefined>
> {
  name: string
  description: string
  members: readonly number[]
  subgroups: readonly number[]
}

/** Adds a group and notifies everybody. Returns its id. */
export async function createGroup(chat: Chat, actor: Actor, newGroup: NewGroup): Promise<number> {
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  if (!member.groups.has(member.realm.can_create_groups)) {
    throw badRequest('Insufficient permission')
  }
  const name = requireGroupName(newGroup.name)
  return writeDirectory(chat, actor, async ({ tx, emit }) => {
    const taken = await tx
      .selectFrom('chat_group')
      .select('id')
      .where('name_key', '=', name.toLowerCase())
      .executeTakeFirst()
    if (taken) throw badRequest(`User group '${name}' already exists.`)
    await requireUsers(tx, member, newGroup.members)
    await requireGroups(tx, newGroup.subgroups)
    const group = await tx
      .insertInto('chat_group')
      .values({
        name,
        name_key: name.toLowerCase(),
        description: newGroup.description,
        is_system: 0,
        is_deactivated: 0,
        creator_id: actor.user.id,
        created_at: nowMs,
        settings: JSON.stringify(await storedSettings(tx, member, newGroup)),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const group_id = group.id
    for (const user_id of new Set(newGroup.members)) {
      await tx.insertInto('chat_group_member').values({ group_id, user_id }).execute()
    }
    for (const subgroup_id of new Set(newGroup.subgroups)) {
      await tx.insertInto('chat_group_subgroup').values({ group_id, subgroup_id }).execute()
    }
    const waiting = member.realm.waiting_period_threshold
    const [record] = await groupRecords(tx, [group], waiting, nowMs)
    if (record) emit({ payload: { type: 'user_group', op: 'add', group: record }, to: 'all' })
    return group_id
  })
}

async function storedSettings(
  tx: Tx,
  member: Member,
  newGroup: NewGroup,
): Promise<Record<string, number>> {
  const settings: Record<string, number> = {}
  for (const [name, standard] of Object.entries(GROUP_GROUP_DEFAULTS)) {
    const fallback: GroupSettingValue =
      standard === 0 ? { direct_members: [member.user.id], direct_subgroups: [] } : standard
    const value = newGroup[name as GroupGroupSetting] ?? fallback
    const id = await storeGroupSetting(tx, member, value)
    requireSupported('group', name, id)
    settings[name] = id
  }
  return settings
}

/** The name of a group, trimmed. Throws for one that is empty, too long or reserved. */
export function requireGroupName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw badRequest("User group name can't be empty!")
  if (countChars(trimmed) > GROUP_NAME_MAX_CHARS) {
    throw badRequest(`User group name cannot exceed ${GROUP_NAME_MAX_CHARS} characters.`)
  }
  const prefix = ['@', 'role:', 'user:', 'stream:', 'channel:'].find((one) =>
    trimmed.startsWith(one),
  )
  if (prefix) throw badRequest(`User group name cannot start with '${prefix}'.`)
  return trimmed
}
