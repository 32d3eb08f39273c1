import { badRequest } from '../kernel/failures.ts'
import {
  CHANNEL_GROUP_DEFAULTS,
  GROUP_GROUP_DEFAULTS,
  REALM_GROUP_DEFAULTS,
} from '../organization/realm-settings.ts'
import { SYSTEM_GROUPS } from './system-groups.ts'

/** Kinds of settings that are groups. */
export type SettingKind = 'realm' | 'stream' | 'group'

/** Which system groups a setting takes, as clients read it. */
export interface SupportedSetting {
  require_system_group: boolean
  allow_internet_group: boolean
  allow_nobody_group: boolean
  allow_everyone_group: boolean
  default_group_name: string
  default_for_system_groups: string | null
  allowed_system_groups: string[]
}

const NAMES: Readonly<Record<number, string>> = {
  1: 'role:internet',
  2: 'role:everyone',
  3: 'role:members',
  4: 'role:fullmembers',
  5: 'role:moderators',
  6: 'role:administrators',
  7: 'role:owners',
  8: 'role:nobody',
}

/** What guests must not do: these settings take no group that holds everybody. */
const NOT_FOR_GUESTS = new Set([
  'can_add_custom_emoji_group',
  'can_add_subscribers_group',
  'can_create_bots_group',
  'can_create_groups',
  'can_create_private_channel_group',
  'can_create_public_channel_group',
  'can_create_web_public_channel_group',
  'can_delete_any_message_group',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_manage_billing_group',
  'can_move_messages_between_channels_group',
  'can_set_topics_policy_group',
  'create_multiuse_invite_group',
  'can_administer_channel_group',
  'can_move_messages_out_of_channel_group',
  'can_remove_subscribers_group',
  'can_subscribe_group',
])

/** Somebody must be left who may do it. */
const NOT_FOR_NOBODY = new Set(['can_access_all_users_group'])

/** The one setting that only takes some groups of roles. */
const ALLOWED_ONLY: Readonly<Record<string, readonly string[]>> = {
  can_access_all_users_group: ['role:everyone', 'role:members'],
}

/** The organization's, the channels' and the groups' settings that are groups, with what each of them takes. */
export const SUPPORTED_SETTINGS: Readonly<
  Record<SettingKind, Readonly<Record<string, SupportedSetting>>>
> = {
  realm: described(REALM_GROUP_DEFAULTS, 'realm'),
  stream: described(CHANNEL_GROUP_DEFAULTS, 'stream'),
  group: described(GROUP_GROUP_DEFAULTS, 'group'),
}

function described(
  defaults: Readonly<Record<string, number>>,
  kind: SettingKind,
): Record<string, SupportedSetting> {
  const creator = kind === 'stream' ? 'channel_creator' : 'group_creator'
  return Object.fromEntries(
    Object.entries(defaults).map(([name, id]) => [
      name,
      {
        require_system_group: name in ALLOWED_ONLY,
        allow_internet_group: false,
        allow_nobody_group: !NOT_FOR_NOBODY.has(name),
        allow_everyone_group: !NOT_FOR_GUESTS.has(name),
        default_group_name: NAMES[id] ?? creator,
        default_for_system_groups: kind === 'group' ? 'role:nobody' : null,
        allowed_system_groups: [...(ALLOWED_ONLY[name] ?? [])],
      },
    ]),
  )
}

/** Throws where a setting does not take the group of a role. */
export function requireSupported(kind: SettingKind, name: string, groupId: number): void {
  const setting = SUPPORTED_SETTINGS[kind][name]
  const group = NAMES[groupId]
  if (!setting) return
  if (group === undefined) {
    if (!setting.require_system_group) return
    throw badRequest(`'${name}' must be a system user group.`)
  }
  const { allowed_system_groups: only } = setting
  const isRefused =
    (groupId === SYSTEM_GROUPS.internet && !setting.allow_internet_group) ||
    (groupId === SYSTEM_GROUPS.everyone && !setting.allow_everyone_group) ||
    (groupId === SYSTEM_GROUPS.nobody && !setting.allow_nobody_group) ||
    (only.length > 0 && !only.includes(group))
  if (isRefused) throw badRequest(`'${name}' setting cannot be set to '${group}' group.`)
}
