import type { GroupSettingValue } from '../groups/setting-value.ts'
import { badRequest } from '../kernel/failures.ts'
import { isAdministrator, isGuest, type Member } from '../kernel/requester.ts'
import { type ChannelGroupSetting, CHANNEL_GROUP_DEFAULTS } from '../organization/realm-settings.ts'

/** Properties of a channel to be made, as operations take them. */
export interface ChannelWishes extends Partial<
  Record<ChannelGroupSetting, GroupSettingValue | undefined>
> {
  invite_only: boolean
  is_web_public: boolean
  is_default_stream: boolean
  history_public_to_subscribers?: boolean | undefined
  message_retention_days?: number | string | undefined
  topics_policy?: string | undefined
  folder_id?: number | null | undefined
}

/** Throws unless the member may create this channel. */
export function requireCreation(member: Member, wishes: ChannelWishes): void {
  if (!mayCreate(member, wishes)) throw badRequest('Insufficient permission')
  if (wishes.is_default_stream && !isAdministrator(member)) {
    throw badRequest('Insufficient permission')
  }
  if (wishes.is_default_stream && wishes.invite_only) {
    throw badRequest('A default channel cannot be private.')
  }
}

/** Whether the member may create channels of this privacy. */
export function mayCreate(member: Member, wishes: ChannelWishes): boolean {
  const { groups, realm } = member
  const group = wishes.is_web_public
    ? realm.can_create_web_public_channel_group
    : wishes.invite_only
      ? realm.can_create_private_channel_group
      : realm.can_create_public_channel_group
  return !isGuest(member) && groups.has(group)
}

/** The group settings among the requested properties. */
export function pickGroupSettings(
  wishes: ChannelWishes,
): Partial<Record<ChannelGroupSetting, GroupSettingValue>> {
  const names = Object.keys(CHANNEL_GROUP_DEFAULTS) as ChannelGroupSetting[]
  return Object.fromEntries(
    names.flatMap((name) => (wishes[name] === undefined ? [] : [[name, wishes[name]]])),
  )
}

/** Days of retention as stored: null inherits, -1 keeps for ever. Throws for anything but whole days. */
export function readRetention(value: number | string | undefined): number | null {
  if (value === undefined || value === 'realm_default') return null
  if (value === 'unlimited' || value === 'forever') return -1
  if (typeof value === 'number' && value > 0) return value
  throw badRequest("Bad value for 'message_retention_days': " + String(value))
}
