/** Sections 2.1 to 2.10 of the team chat API. */
export const records = [
  {
    section: '2.1',
    rows: {
      'chat:2.1:user_id': 'integer, unique',
      'chat:2.1:delivery_email': 'real address; null when the requester may not see it',
      'chat:2.1:delivery_email:bot': 'bots always expose their real address',
      'chat:2.1:email': 'API address; a placeholder when the real one is hidden',
      'chat:2.1:full_name': 'string, display name',
      'chat:2.1:date_joined': 'string, join time; first login for imported or API-created users',
      'chat:2.1:is_active': 'boolean, false when deactivated',
      'chat:2.1:is_owner': 'boolean; when true, is_admin is true too',
      'chat:2.1:is_admin': 'boolean',
      'chat:2.1:is_guest': 'boolean',
      'chat:2.1:is_bot': 'boolean',
      'chat:2.1:bot_type': 'null for people; 1 generic, 2 incoming, 3 outgoing webhook, 4 embedded',
      'chat:2.1:bot_owner_id': 'integer; null for people and legacy bots without owner',
      'chat:2.1:role': '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest',
      'chat:2.1:timezone': 'IANA time zone identifier',
      'chat:2.1:avatar_url': 'string; null when the client computes an external default avatar',
      'chat:2.1:avatar_version': 'integer, cache-busting, appended as ?v=',
      'chat:2.1:is_imported_stub': 'boolean, stub account from an import',
      'chat:2.1:is_deleted': 'present only when true; permanently deleted',
      'chat:2.1:profile_data': 'only for people and when asked: field id to value, rendered_value',
    },
  },
  {
    section: '2.1',
    rows: {
      'chat:2.1:profile_data:rendered_value': 'only for field types that support Markdown',
    },
  },
  {
    section: '2.2',
    rows: {
      'chat:2.2:stream_id': 'integer',
      'chat:2.2:name': 'string',
      'chat:2.2:is_archived': 'boolean',
      'chat:2.2:description': 'string, Markdown',
      'chat:2.2:rendered_description': 'string, HTML',
      'chat:2.2:date_created': 'integer, UNIX seconds',
      'chat:2.2:creator_id': 'integer; null when no creator is recorded',
      'chat:2.2:invite_only': 'boolean, private channel',
      'chat:2.2:is_web_public': 'boolean, history readable without an account',
      'chat:2.2:stream_post_policy':
        'deprecated: 1 any, 2 administrators, 3 full members, 4 moderators',
      'chat:2.2:is_announcement_only': 'deprecated boolean',
      'chat:2.2:message_retention_days': 'integer; null inherits, -1 keeps forever',
      'chat:2.2:history_public_to_subscribers': 'boolean',
      'chat:2.2:topics_policy': 'inherit, allow_empty_topic, disable_empty_topic, empty_topic_only',
      'chat:2.2:first_message_id': 'integer; null without history',
      'chat:2.2:folder_id': 'integer; null when in no folder',
      'chat:2.2:is_recently_active': 'boolean',
      'chat:2.2:can_add_subscribers_group': 'GroupSetting: who may add subscribers',
      'chat:2.2:can_remove_subscribers_group': 'GroupSetting: who may remove subscribers',
      'chat:2.2:can_administer_channel_group': 'GroupSetting: who may administer the channel',
      'chat:2.2:can_delete_any_message_group': 'GroupSetting',
      'chat:2.2:can_delete_own_message_group': 'GroupSetting',
      'chat:2.2:can_move_messages_out_of_channel_group': 'GroupSetting',
      'chat:2.2:can_move_messages_within_channel_group': 'GroupSetting',
      'chat:2.2:can_send_message_group': 'GroupSetting',
      'chat:2.2:can_subscribe_group': 'GroupSetting',
      'chat:2.2:can_resolve_topics_group': 'GroupSetting',
      'chat:2.2:can_create_topic_group': 'GroupSetting',
      'chat:2.2:GroupSetting:id': 'a GroupSetting may be the integer id of a user group',
      'chat:2.2:GroupSetting:object': 'or an object with direct_members and direct_subgroups',
    },
  },
  {
    section: '2.2',
    rows: {
      'chat:2.2:topics_policy:default': 'inherit on creation',
      'chat:2.2:can_create_topic_group:protected':
        'everyone system group for private channels with protected history',
    },
  },
  {
    section: '2.2',
    rows: {
      'chat:2.2:topics_policy:empty_topic_only':
        'settable only when every message is in the empty topic',
    },
  },
  {
    section: '2.3',
    rows: {
      'chat:2.3:channel-fields': 'a subscription carries the listed fields of its channel',
      'chat:2.3:group-settings': 'a subscription carries the can_*_group settings',
      'chat:2.3:subscribers': 'integer[]; present when include_subscribers is true',
      'chat:2.3:partial_subscribers': 'integer[]; in place of subscribers with partial',
      'chat:2.3:desktop_notifications': 'null inherits enable_stream_desktop_notifications',
      'chat:2.3:email_notifications': 'null inherits enable_stream_email_notifications',
      'chat:2.3:wildcard_mentions_notify': 'null inherits wildcard_mentions_notify',
      'chat:2.3:push_notifications': 'null inherits enable_stream_push_notifications',
      'chat:2.3:audible_notifications': 'null inherits enable_stream_audible_notifications',
      'chat:2.3:pin_to_top': 'boolean',
      'chat:2.3:is_muted': 'boolean; muted channels do not count to unread totals',
      'chat:2.3:in_home_view': 'deprecated inverse of is_muted',
      'chat:2.3:color': 'string, personal color',
      'chat:2.3:stream_weekly_traffic': 'rounded messages per week; null when too new',
    },
  },
  {
    section: '2.4',
    rows: {
      'chat:2.4:avatar_url':
        'null only when the real address is visible and client_extavatar is true',
      'chat:2.4:client': 'name of the client that sent it',
      'chat:2.4:content': 'HTML when apply_markdown is true, else raw Markdown',
      'chat:2.4:content_type': 'text/html or text/x-markdown',
      'chat:2.4:display_recipient:channel': 'the channel name',
      'chat:2.4:display_recipient:direct': 'array of id, email, full_name, is_mirror_dummy',
      'chat:2.4:edit_history': 'newest edit first; each entry has user_id and timestamp',
      'chat:2.4:edit_history:absent':
        'absent if never edited or moved, or if history is disallowed',
    },
  },
  {
    section: '2.5',
    rows: {
      'chat:2.5:type': 'required: empty string, stream or private',
      'chat:2.5:to:stream': 'a channel draft names exactly one channel id',
      'chat:2.5:to:private': 'a direct draft names user ids',
      'chat:2.5:to:unaddressed': 'an unaddressed draft has an empty array, which is ignored',
      'chat:2.5:topic': 'required string, used for channel drafts only',
      'chat:2.5:topic:null-bytes': 'no null bytes',
      'chat:2.5:content': 'required string',
      'chat:2.5:content:null-bytes': 'no null bytes',
      'chat:2.5:timestamp': 'optional UNIX seconds of the last edit; filled by the server',
    },
  },
  {
    section: '2.6',
    rows: {
      'chat:2.6:id': 'integer',
      'chat:2.6:name': 'string',
      'chat:2.6:path_id': 'string; the file is served at {server_url}/user_uploads/<path_id>',
      'chat:2.6:size': 'integer, bytes',
      'chat:2.6:create_time': 'integer, UNIX seconds',
      'chat:2.6:message_ids': 'integer[] of messages by any user that reference the file',
    },
  },
  {
    section: '2.7',
    rows: {
      'chat:2.7:empty': 'empty object when no status is set',
      'chat:2.7:away': 'deprecated boolean, equals not presence_enabled',
      'chat:2.7:status_text': 'at most 60 Unicode code points; empty string clears',
      'chat:2.7:emoji_name': 'string',
      'chat:2.7:emoji_code': 'string, in the namespace of its reaction_type',
      'chat:2.7:reaction_type:unicode_emoji': 'emoji_code is dash-separated hex code points',
      'chat:2.7:reaction_type:service_extra_emoji': 'emoji_code is the emoji name',
    },
  },
  {
    section: '2.7',
    rows: {
      'chat:2.7:reaction_type:realm_emoji': 'emoji_code is the id of the custom emoji',
    },
  },
  {
    section: '2.8',
    rows: {
      'chat:2.8:modern:key': 'modern entries are keyed by user id',
      'chat:2.8:modern:active_timestamp': 'integer',
      'chat:2.8:modern:idle_timestamp': 'integer',
    },
  },
  {
    section: '2.8',
    rows: {
      'chat:2.8:legacy:key': 'legacy entries are keyed by API e-mail: aggregated and website',
      'chat:2.8:legacy:client': 'always website',
      'chat:2.8:legacy:status': 'active or idle',
      'chat:2.8:legacy:timestamp': 'integer',
      'chat:2.8:legacy:pushable': 'on website, always false',
    },
  },
  {
    section: '2.9',
    rows: {
      'chat:2.9:id': 'integer',
      'chat:2.9:pattern': 'regular expression with named groups',
      'chat:2.9:url_template': 'RFC 6570 template; named groups inserted as {group_name}',
      'chat:2.9:example_input': 'string or null',
      'chat:2.9:reverse_template': 'string or null',
      'chat:2.9:alternative_url_templates': 'string[]',
    },
  },
  {
    section: '2.10',
    rows: { 'chat:2.10:playground': 'id, name, highlighter_language, url_template' },
  },
  {
    section: '2.10',
    rows: { 'chat:2.10:domain': 'id, domain, allow_subdomains' },
  },
  {
    section: '2.10',
    rows: {
      'chat:2.10:recent-conversation': 'max_message_id, user_ids of the others (empty for self)',
      'chat:2.10:queue': 'queue_id, last_event_id',
    },
  },
  {
    section: '2.10',
    rows: {
      'chat:2.10:navigation-view': 'fragment, is_pinned, name (null for built-in views)',
    },
  },
  {
    section: '2.10',
    rows: {
      'chat:2.10:snippet': 'id, title, content in Markdown, date_created',
    },
  },
  {
    section: '2.10',
    rows: {
      'chat:2.10:integration:config_options': 'objects with key, label, validator',
    },
  },
  {
    section: '2.10',
    rows: {
      'chat:2.10:integration:url_options': 'objects with key, label, input_type',
    },
  },
] as const
