/**
 * What clients of the public API decode of events, and fail on where it is not so: one line for each kind, of `name:type`. A type is
 * one of `int num str bool any`, a record below, or several with `|`; `[]` after it is a list, `{}` an object of such values, `?`
 * may be null, and `~` before the name may be absent. Names that stand nowhere here are refused too.
 */
const EVENTS: Readonly<Record<string, string>> = {
  alert_words: 'alert_words:str[]',
  'attachment/add': 'attachment:Attachment upload_space_used:int',
  'attachment/update': 'attachment:Attachment upload_space_used:int',
  'attachment/remove': 'attachment:Id upload_space_used:int',
  'channel_folder/add': 'channel_folder:Folder',
  'channel_folder/update': 'channel_folder_id:int data:any',
  'channel_folder/reorder': 'order:int[]',
  custom_profile_fields: 'fields:ProfileField[]',
  default_streams: 'default_streams:int[]',
  delete_message: '~message_id:int ~message_ids:int[] message_type:str ~stream_id:int ~topic:str',
  'device/add': 'device_id:int',
  'device/update':
    'device_id:int ~push_key_id:int? ~push_token_id:str? ~pending_push_token_id:str? ~push_token_last_updated_timestamp:int? ~push_registration_error_code:str?',
  'device/remove': 'device_id:int',
  'drafts/add': 'drafts:Draft[]',
  'drafts/update': 'draft:Draft',
  'drafts/remove': 'draft_id:int',
  heartbeat: '',
  invites_changed: '',
  message: 'message:Message flags:str[] ~local_message_id:str',
  muted_topics: 'muted_topics:any[]',
  muted_users: 'muted_users:Muted[]',
  'navigation_view/add': 'navigation_view:View',
  'navigation_view/update': 'fragment:str data:any',
  'navigation_view/remove': 'fragment:str',
  presence: '~presences:Seen{} ~user_id:int ~email:str ~server_timestamp:num ~presence:any',
  'reaction/add':
    'user_id:int message_id:int emoji_name:str emoji_code:str reaction_type:str ~user:any',
  'reaction/remove':
    'user_id:int message_id:int emoji_name:str emoji_code:str reaction_type:str ~user:any',
  'realm/update_dict': 'property:str data:any',
  'realm_domains/add': 'realm_domain:Domain',
  'realm_domains/change': 'realm_domain:Domain',
  'realm_domains/remove': 'domain:str',
  'realm_emoji/update': 'realm_emoji:Emoji{}',
  'realm_emoji/add': 'emoji:Emoji',
  'realm_emoji/update_one': 'emoji_id:str data:any',
  realm_export: 'exports:Export[]',
  realm_linkifiers: 'realm_linkifiers:Linkifier[]',
  realm_playgrounds: 'realm_playgrounds:Playground[]',
  'realm_user/add': 'person:Person',
  'realm_user/update': 'person:PersonUpdate',
  'realm_user_settings_defaults/update': 'property:str value:int|str|bool',
  'reminders/add': 'reminders:Reminder[]',
  'reminders/remove': 'reminder_id:int',
  'saved_snippets/add': 'saved_snippet:Snippet',
  'saved_snippets/update': 'saved_snippet:Snippet',
  'saved_snippets/remove': 'saved_snippet_id:int',
  'scheduled_messages/add': 'scheduled_messages:Scheduled[]',
  'scheduled_messages/update': 'scheduled_message:Scheduled',
  'scheduled_messages/remove': 'scheduled_message_id:int',
  'stream/create': 'streams:Stream[]',
  'stream/delete': 'streams:any[] stream_ids:int[]',
  'stream/update':
    'stream_id:int name:str property:str value:any ~rendered_description:str ~history_public_to_subscribers:bool ~is_web_public:bool',
  submessage: 'msg_type:str content:str message_id:int sender_id:int submessage_id:int',
  'subscription/add': 'subscriptions:Subscription[]',
  'subscription/remove': 'subscriptions:NamedStream[]',
  'subscription/update': 'stream_id:int property:str value:any',
  'subscription/peer_add': 'stream_ids:int[] user_ids:int[]',
  'subscription/peer_remove': 'stream_ids:int[] user_ids:int[]',
  'typing/start': 'message_type:str sender:Sender ~recipients:Sender[] ~stream_id:int ~topic:str',
  'typing/stop': 'message_type:str sender:Sender ~recipients:Sender[] ~stream_id:int ~topic:str',
  'typing_edit_message/start': 'sender_id:int message_id:int recipient:Recipient',
  'typing_edit_message/stop': 'sender_id:int message_id:int recipient:Recipient',
  update_message:
    'user_id:int? rendering_only:bool message_id:int message_ids:int[] flags:str[] edit_timestamp:int ~stream_name:str ~stream_id:int ~new_stream_id:int ~propagate_mode:str ~orig_subject:str ~subject:str ~topic_links:Link[] ~orig_content:str ~orig_rendered_content:str ~content:str ~rendered_content:str ~is_me_message:bool',
  'update_message_flags/add': 'operation:str flag:str messages:int[] all:bool',
  'update_message_flags/remove':
    'operation:str flag:str messages:int[] all:bool ~message_details:Detail{}',
  'user_group/add': 'group:Group',
  'user_group/update': 'group_id:int data:any',
  'user_group/add_members': 'group_id:int user_ids:int[]',
  'user_group/remove_members': 'group_id:int user_ids:int[]',
  'user_group/add_subgroups': 'group_id:int direct_subgroup_ids:int[]',
  'user_group/remove_subgroups': 'group_id:int direct_subgroup_ids:int[]',
  'user_group/remove': 'group_id:int',
  'user_settings/update': 'property:str value:int|str|bool ~language_name:str',
  user_status:
    'user_id:int ~away:bool ~status_text:str ~emoji_name:str ~emoji_code:str ~reaction_type:str',
  user_topic: 'stream_id:int topic_name:str last_updated:int visibility_policy:int',
}

const CHANNEL =
  'stream_id:int name:str description:str rendered_description:str date_created:int creator_id:int? invite_only:bool is_web_public:bool stream_post_policy:int message_retention_days:int? history_public_to_subscribers:bool first_message_id:int? is_recently_active:bool is_announcement_only:bool is_archived:bool folder_id:int? topics_policy:str stream_weekly_traffic:int? subscriber_count:int ~is_default:bool ' +
  'add_subscribers remove_subscribers administer_channel delete_any_message delete_own_message move_messages_out_of_channel move_messages_within_channel send_message subscribe resolve_topics create_topic'
    .split(' ')
    .map((name) => `can_${name}_group:int|Members`)
    .join(' ')

const MESSAGE =
  'id:int type:str content:str content_type:str client:str sender_id:int sender_email:str sender_full_name:str sender_realm_str:str avatar_url:str? display_recipient:str|DirectRecipient[] recipient_id:int subject:str timestamp:int topic_links:Link[] is_me_message:bool reactions:Reaction[] submessages:any[] ~stream_id:int ~last_edit_timestamp:int ~last_moved_timestamp:int'

const RECORDS: Readonly<Record<string, string>> = {
  Attachment: 'id:int name:str path_id:str size:int create_time:int message_ids:int[]',
  Detail:
    'type:str ~mentioned:bool ~user_ids:int[] ~stream_id:int ~topic:str ~unmuted_stream_msg:bool',
  Domain: 'domain:str allow_subdomains:bool',
  Draft: 'id:int type:str to:int[] topic:str content:str timestamp:int',
  Emoji: 'id:str name:str source_url:str still_url:str? deactivated:bool author_id:int?',
  Export:
    'id:int acting_user_id:int export_time:num deleted_timestamp:num? failed_timestamp:num? export_url:str? pending:bool export_type:str',
  Folder:
    'id:int name:str description:str rendered_description:str order:int creator_id:int? date_created:int? is_archived:bool',
  Group:
    'id:int name:str description:str members:int[] direct_subgroup_ids:int[] is_system_group:bool deactivated:bool date_created:int? creator_id:int? can_add_members_group:int|Members can_join_group:int|Members can_leave_group:int|Members can_manage_group:int|Members can_mention_group:int|Members can_remove_members_group:int|Members',
  Id: 'id:int',
  Link: 'text:str url:str',
  Linkifier:
    'id:int pattern:str url_template:str example_input:str? reverse_template:str? alternative_url_templates:str[]',
  Members: 'direct_members:int[] direct_subgroups:int[]',
  Message: MESSAGE,
  ReadMessage: `${MESSAGE} flags:str[] ~edit_history:any[] ~match_content:str ~match_subject:str`,
  DirectRecipient: 'id:int email:str full_name:str is_mirror_dummy:bool',
  Muted: 'id:int timestamp:int',
  NamedStream: 'stream_id:int name:str',
  Person:
    'user_id:int delivery_email:str? email:str full_name:str date_joined:str is_active:bool is_owner:bool is_admin:bool is_guest:bool is_bot:bool bot_type:int? bot_owner_id:int? role:int timezone:str avatar_url:str? avatar_version:int is_imported_stub:bool ~is_deleted:bool ~profile_data:any{}',
  PersonUpdate:
    'user_id:int ~full_name:str ~avatar_url:str ~avatar_source:str ~avatar_url_medium:str ~avatar_version:int ~email:str ~timezone:str ~new_email:str ~bot_owner_id:int ~role:int ~delivery_email:str? ~is_active:bool ~custom_profile_field:FieldValue',
  FieldValue: 'id:int value:str? ~rendered_value:str',
  Playground: 'id:int name:str highlighter_language:str pygments_language:str url_template:str',
  ProfileField:
    'id:int type:int order:int name:str hint:str field_data:str display_in_profile_summary:bool required:bool editable_by_user:bool',
  Reaction: 'user_id:int emoji_name:str emoji_code:str reaction_type:str',
  Recipient: 'type:str ~channel_id:int ~topic:str ~user_ids:int[]',
  Reminder:
    'reminder_id:int type:str to:int[] content:str rendered_content:str scheduled_delivery_timestamp:int failed:bool reminder_target_message_id:int',
  Scheduled:
    'scheduled_message_id:int type:str to:int|int[] ~topic:str content:str rendered_content:str scheduled_delivery_timestamp:int failed:bool',
  Seen: 'active_timestamp:int idle_timestamp:int',
  Sender: 'user_id:int email:str',
  Snippet: 'id:int title:str content:str date_created:int',
  Stream: CHANNEL,
  Subscription: `${CHANNEL} ~subscribers:int[] ~partial_subscribers:int[] desktop_notifications:bool? email_notifications:bool? wildcard_mentions_notify:bool? push_notifications:bool? audible_notifications:bool? pin_to_top:bool is_muted:bool in_home_view:bool color:str`,
  // Of answers only.
  ExternalAccount: 'name:str text:str hint:str url_pattern:str',
  ExternalLogin: 'name:str display_name:str display_icon:str? login_url:str signup_url:str',
  LegacyPresence: 'aggregated:LegacySeen website:LegacySeen',
  LegacySeen: 'client:str status:str timestamp:int ~pushable:bool',
  Recent: 'max_message_id:int user_ids:int[]',
  Status: '~away:bool ~status_text:str ~emoji_name:str ~emoji_code:str ~reaction_type:str',
  Unread:
    'count:int pms:UnreadDirect[] streams:UnreadTopic[] huddles:UnreadGroup[] mentions:int[] old_unreads_missing:bool',
  UnreadDirect: 'other_user_id:int sender_id:int unread_message_ids:int[]',
  UnreadGroup: 'user_ids_string:str unread_message_ids:int[]',
  UnreadTopic: 'topic:str stream_id:int unread_message_ids:int[]',
  UserTopic: 'stream_id:int topic_name:str last_updated:int visibility_policy:int',
  View: 'fragment:str is_pinned:bool name:str?',
}

/** What clients decode of answers: other than in events, they take more than these. */
export const ANSWERS = {
  settings:
    'zulip_version:str zulip_feature_level:int push_notifications_enabled:bool is_incompatible:bool email_auth_enabled:bool require_email_format_usernames:bool realm_url:str realm_uri:str realm_name:str realm_icon:str realm_description:str authentication_methods:any external_authentication_methods:ExternalLogin[]',
  messages:
    'anchor:int found_newest:bool found_oldest:bool found_anchor:bool history_limited:bool messages:ReadMessage[]',
  phone:
    'queue_id:str last_event_id:int zulip_feature_level:int zulip_version:str zulip_merge_base:str alert_words:str[] custom_profile_fields:ProfileField[] max_stream_name_length:int max_topic_length:int server_presence_ping_interval_seconds:int server_presence_offline_threshold_seconds:int server_typing_started_expiry_period_milliseconds:int server_typing_stopped_wait_period_milliseconds:int server_typing_started_wait_period_milliseconds:int muted_users:Muted[] presences:Seen{} realm_emoji:Emoji{} realm_user_groups:Group[] recent_private_conversations:Recent[] saved_snippets:Snippet[] subscriptions:Subscription[] channel_folders:Folder[] unread_msgs:Unread streams:Stream[] user_status:Status{} user_settings:any user_topics:UserTopic[] realm_can_delete_any_message_group:int|Members realm_can_delete_own_message_group:int|Members realm_wildcard_mention_policy:int realm_mandatory_topics:bool realm_name:str realm_waiting_period_threshold:int realm_message_content_delete_limit_seconds:int? realm_allow_message_editing:bool realm_message_content_edit_limit_seconds:int? realm_enable_read_receipts:bool realm_icon_url:str realm_presence_disabled:bool realm_default_external_accounts:ExternalAccount{} max_file_upload_size_mib:int server_emoji_data_url:str realm_empty_topic_display_name:str realm_users:Person[] realm_non_active_users:Person[] cross_realm_bots:any[]',
  terminal:
    'queue_id:str last_event_id:int zulip_version:str zulip_feature_level:int user_id:int email:str full_name:str realm_name:str realm_users:Person[] cross_realm_bots:any[] presences:LegacyPresence{} subscriptions:Subscription[] unread_msgs:Unread starred_messages:int[] realm_user_groups:Group[] realm_emoji:Emoji{} muted_topics:any[] realm_message_retention_days:int realm_allow_message_editing:bool realm_allow_edit_history:bool max_message_id:int max_stream_name_length:int max_topic_length:int max_message_length:int twenty_four_hour_time:bool pm_content_in_desktop_notifications:bool user_settings:any',
} as const

const SIMPLE: Readonly<Record<string, (value: unknown) => boolean>> = {
  int: Number.isInteger,
  num: (value) => typeof value === 'number',
  str: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  any: (value) => value !== undefined,
}

type Fields = Record<string, unknown>

/** What a client fails on in an event; nothing where it can decode all of it. */
export function decodingFaults(event: Fields): string[] {
  const { type, op, id, ...fields } = event
  const kind = [type, op].filter((one) => typeof one === 'string').join('/')
  const shape = EVENTS[kind]
  if (shape === undefined) return [`There is no kind ${kind}.`]
  const faults = Number.isInteger(id) ? [] : ['it has no id']
  return [...faults, ...faultsIn(fields, shape)].map((fault) => `${kind}: ${fault}`)
}

/** What a client fails on in an answer, of which it reads what the shape names and nothing else. */
export function answerFaults(answer: Fields, shape: string): string[] {
  return faultsIn(answer, shape).filter((fault) => !fault.endsWith(' is unknown'))
}

function faultsIn(fields: Fields, shape: string): string[] {
  const names = new Set<string>()
  const faults = shape
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => {
      const [, absent, name = '', type = ''] = /^(~?)(\w+):(.+)$/.exec(word) ?? []
      names.add(name)
      if (fields[name] === undefined) return absent ? [] : [`${name} is absent`]
      return type.split('|').some((one) => isOf(fields[name], one))
        ? []
        : [`${name} is no ${type}: ${JSON.stringify(fields[name])}`]
    })
  const unknown = Object.keys(fields).filter((name) => !names.has(name))
  return [...faults, ...unknown.map((name) => `${name} is unknown`)]
}

function isOf(value: unknown, type: string): boolean {
  if (type.endsWith('?')) return value === null || isOf(value, type.slice(0, -1))
  if (type.endsWith('[]')) {
    return Array.isArray(value) && value.every((one) => isOf(one, type.slice(0, -2)))
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type.endsWith('{}')) {
    return isObject && Object.values(value).every((one) => isOf(one, type.slice(0, -2)))
  }
  const shape = RECORDS[type]
  if (shape === undefined) return SIMPLE[type]?.(value) ?? false
  return isObject && faultsIn(value as Fields, shape).length === 0
}
