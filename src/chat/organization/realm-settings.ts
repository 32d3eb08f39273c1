import { DAY_SECONDS } from '../../lib/durations.ts'
import { SYSTEM_GROUPS } from '../groups/system-groups.ts'

const { everyone, members, administrators, owners, nobody } = SYSTEM_GROUPS

/** Settings of the organization that are groups, with their defaults. */
export const REALM_GROUP_DEFAULTS = {
  can_access_all_users_group: everyone,
  can_add_custom_emoji_group: members,
  can_add_subscribers_group: members,
  can_create_bots_group: members,
  can_create_groups: members,
  can_create_private_channel_group: members,
  can_create_public_channel_group: members,
  can_create_web_public_channel_group: owners,
  can_delete_any_message_group: administrators,
  can_delete_own_message_group: everyone,
  can_invite_users_group: members,
  can_manage_all_groups: owners,
  can_manage_billing_group: administrators,
  can_mention_many_users_group: administrators,
  can_move_messages_between_channels_group: members,
  can_move_messages_between_topics_group: everyone,
  can_resolve_topics_group: everyone,
  can_set_topics_policy_group: members,
  can_summarize_topics_group: everyone,
  create_multiuse_invite_group: administrators,
  direct_message_initiator_group: everyone,
  direct_message_permission_group: everyone,
} as const satisfies Record<string, number>

/** Name of a setting of the organization that is a group. */
export type RealmGroupSetting = keyof typeof REALM_GROUP_DEFAULTS

/** Policies for the visibility of edit history. */
export type EditHistoryPolicy = 'all' | 'moves' | 'none'

/** The other settings of the organization. Limits are in seconds; null means no limit. */
export interface RealmValues {
  name: string
  description: string
  allow_message_editing: boolean
  message_content_edit_limit_seconds: number | null
  message_content_delete_limit_seconds: number | null
  move_messages_within_stream_limit_seconds: number | null
  move_messages_between_streams_limit_seconds: number | null
  message_edit_history_visibility_policy: EditHistoryPolicy
  topics_policy: 'allow_empty_topic' | 'disable_empty_topic'
  waiting_period_threshold: number
  enable_read_receipts: boolean
  presence_disabled: boolean
  name_changes_disabled: boolean
  allow_edit_history: boolean
  default_language: string
  message_retention_days: number
  /** Whether accounts need an address of one of the organization's domains. */
  emails_restricted_to_domains: boolean
  email_changes_disabled: boolean
  /** Whether channels say themselves that they were renamed or changed. */
  send_channel_events_messages: boolean
  /** Whether it is shown below messages what is behind their links, where the operator allows that. */
  inline_url_embed_preview: boolean
  /** Whether only invited people may join. */
  invite_required: boolean
  /** Whether nobody may join, also who was invited. */
  sign_up_closed: boolean
  /** What the welcome message says besides; empty for nothing. Markdown. */
  welcome_message_custom_text: string
  /** Channels in which new members, and new channels, are announced; -1 for none. */
  signup_announcements_stream_id: number
  new_stream_announcements_stream_id: number
  /** Settings with which accounts of people begin, where they are not the server's. */
  new_user_settings: Readonly<Record<string, boolean | number | string>>
  /** Whether who was away for days is told by mail of what they missed, and on which day of the week: 0 for Monday. */
  digest_emails_enabled: boolean
  digest_weekday: number
  /** Identifies the organization to relays and clients; made with the database. */
  uuid: string
  /** Private channel in which reports of messages appear; -1 for none. */
  moderation_request_channel_id: number
  /** Address of the Jitsi server of video calls; null for that of the operator. */
  jitsi_server_url: string | null
  /** 0 for none, 1 for Jitsi. */
  video_chat_provider: number
  /** Paths of its icon and logos on this server; null for the default. */
  icon_path: string | null
  logo_path: string | null
  night_logo_path: string | null
  /** Whether presence shows only users that the caller can access. */
  limits_presence: boolean
}

/** All settings of the organization; those that are groups by group id. */
export type Realm = RealmValues & Record<RealmGroupSetting, number>

/** Defaults of the organization settings. */
export const REALM_DEFAULTS: Realm = {
  ...REALM_GROUP_DEFAULTS,
  name: 'Bellhop',
  description: '',
  allow_message_editing: true,
  message_content_edit_limit_seconds: 600,
  message_content_delete_limit_seconds: 600,
  move_messages_within_stream_limit_seconds: 7 * DAY_SECONDS,
  move_messages_between_streams_limit_seconds: 7 * DAY_SECONDS,
  message_edit_history_visibility_policy: 'all',
  topics_policy: 'allow_empty_topic',
  waiting_period_threshold: 0,
  enable_read_receipts: true,
  presence_disabled: false,
  name_changes_disabled: false,
  allow_edit_history: true,
  default_language: 'en',
  message_retention_days: -1,
  emails_restricted_to_domains: false,
  email_changes_disabled: false,
  send_channel_events_messages: true,
  inline_url_embed_preview: false,
  invite_required: true,
  sign_up_closed: false,
  welcome_message_custom_text: '',
  signup_announcements_stream_id: -1,
  new_stream_announcements_stream_id: -1,
  new_user_settings: {},
  digest_emails_enabled: false,
  digest_weekday: 1,
  uuid: '',
  moderation_request_channel_id: -1,
  jitsi_server_url: null,
  video_chat_provider: 1,
  icon_path: null,
  logo_path: null,
  night_logo_path: null,
  limits_presence: false,
}

/** Group settings of a channel (spec 2.2), with their defaults; 0 stands for the channel's creator. */
export const CHANNEL_GROUP_DEFAULTS = {
  can_add_subscribers_group: nobody,
  can_administer_channel_group: 0,
  can_create_topic_group: everyone,
  can_delete_any_message_group: nobody,
  can_delete_own_message_group: nobody,
  can_move_messages_out_of_channel_group: nobody,
  can_move_messages_within_channel_group: nobody,
  can_remove_subscribers_group: administrators,
  can_resolve_topics_group: nobody,
  can_send_message_group: everyone,
  can_subscribe_group: nobody,
} as const satisfies Record<string, number>

/** Name of a group setting of a channel. */
export type ChannelGroupSetting = keyof typeof CHANNEL_GROUP_DEFAULTS

/** Group settings of a group, with their defaults; 0 stands for the group's creator. */
export const GROUP_GROUP_DEFAULTS = {
  can_add_members_group: 0,
  can_join_group: nobody,
  can_leave_group: everyone,
  can_manage_group: 0,
  can_mention_group: everyone,
  can_remove_members_group: nobody,
} as const satisfies Record<string, number>

/** Name of a group setting of a group. */
export type GroupGroupSetting = keyof typeof GROUP_GROUP_DEFAULTS
