import type { z } from 'zod'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Member } from '../kernel/requester.ts'
import type { Group } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { writeDirectory } from '../organization/directory-space.ts'
import { GROUP_GROUP_DEFAULTS, type GroupGroupSetting } from '../organization/realm-settings.ts'
import { requireGroupName } from './create-group.ts'
import { groupGroups } from './group-record.ts'
import { dropReplaced, showGroupSettings, storeGroupSetting } from './group-settings.ts'
import { requireManaging } from './membership-permission.ts'
import { groupById } from './membership.ts'
import { type groupSettingChange, type GroupSettingValue, newValueOf } from './setting-value.ts'
import { requireSupported } from './supported-settings.ts'

/** Changes of a group; what is absent stays. */
export interface GroupChange extends Partial<
  Record<GroupGroupSetting, z.infer<typeof groupSettingChange> | undefined>
> {
  name?: string | undefined
  description?: string | undefined
  /** False reactivates it. */
  deactivated?: false | undefined
}

/** Changes a group that the caller manages, and notifies everybody. */
export async function updateGroup(
  chat: Chat,
  actor: Actor,
  groupId: number,
  change: GroupChange,
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) {
    throw badRequest('No new data supplied')
  }
  await writeDirectory(chat, actor, async (unit) => {
    const member = await loadMember(unit.tx, actor, chat.now().getTime())
    const group = await groupById(unit.tx, groupId)
    requireManaging(member, group)
    const plain = await plainChanges(unit, group, change)
    const { settings, eventFields } = await settingChanges(unit, member, group, change)
    await unit.tx
      .updateTable('chat_group')
      .set({ ...plain.columns, settings: JSON.stringify(settings) })
      .where('id', '=', groupId)
      .execute()
    await dropReplaced(unit.tx, groupGroups(group), settings)
    const data = { ...plain.eventFields, ...eventFields }
    if (Object.keys(data).length === 0) return
    unit.emit({ payload: { type: 'user_group', op: 'update', group_id: groupId, data }, to: 'all' })
  })
}

async function plainChanges({ tx }: ChatWork, group: Group, change: GroupChange) {
  const { description, deactivated } = change
  const name = change.name === undefined ? undefined : requireGroupName(change.name)
  if (name !== undefined) {
    const taken = tx
      .selectFrom('chat_group')
      .select('id')
      .where('name_key', '=', name.toLowerCase())
    if (await taken.where('id', '!=', group.id).executeTakeFirst()) {
      throw badRequest(`User group '${name}' already exists.`)
    }
  }
  return {
    columns: {
      ...(name === undefined ? {} : { name, name_key: name.toLowerCase() }),
      ...(description === undefined ? {} : { description }),
      ...(deactivated === undefined ? {} : { is_deactivated: 0 }),
    },
    eventFields: {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(deactivated === undefined ? {} : { deactivated }),
    },
  }
}

async function settingChanges({ tx }: ChatWork, member: Member, group: Group, change: GroupChange) {
  const settings: Record<string, number> = { ...groupGroups(group) }
  const eventFields: Partial<Record<GroupGroupSetting, GroupSettingValue>> = {}
  for (const name of Object.keys(GROUP_GROUP_DEFAULTS) as GroupGroupSetting[]) {
    const requested = change[name]
    if (requested === undefined) continue
    const current = groupGroups(group)[name]
    const before = (await showGroupSettings(tx, [current]))(current)
    const stored = await storeGroupSetting(tx, member, newValueOf(requested, before))
    requireSupported('group', name, stored)
    settings[name] = stored
    eventFields[name] = (await showGroupSettings(tx, [stored]))(stored)
  }
  return { settings, eventFields }
}
