/** Section 9 of the team chat API: one id per feature level. */
export const levels = [
  {
    section: '9',
    rows: {
      'chat:9:path': 'the path prefix is /api/v1',
      'chat:9:deprecated': 'deprecated parameters and aliases stay until removed',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:level': 'the server advertises an integer feature level',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:303': 'deactivated users are left out of group lists',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:496': 'bots may call user group member update',
      'chat:9:391': 'membership of deactivated groups may be edited',
      'chat:9:311': 'add_subgroups and delete_subgroups',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:490': 'users carry is_deleted',
      'chat:9:475': 'date_joined moves to the first login of imported or API-created users',
      'chat:9:433': 'is_imported_stub',
      'chat:9:363': 'is_billing_admin is gone',
      'chat:9:302': 'lookup by real e-mail',
      'chat:9:163': 'e-mail visibility is a setting of the user',
      'chat:9:39': 'user lookup by e-mail',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:481': 'idle_queue_timeout and idle_queue_timeout_secs',
      'chat:9:232': 'capability user_list_incomplete',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:485': 'url_options carry input_type',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:297': 'saved snippets',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:483': 'registration removes matching legacy registrations',
      'chat:9:468': 'push registration supports rotation',
      'chat:9:432': 'push_key replaced push_public_key',
      'chat:9:406': 'push register introduced',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:473': 'administrators set the status of any user but bots',
      'chat:9:407': 'an administrator may update the status of a user',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:379': 'prev_content_sha256',
      'chat:9:367': 'realm setting can_resolve_topics_group',
      'chat:9:172': 'topic edit rules for messages without a topic',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:472': 'attachments list message_ids',
      'chat:9:443': 'attachment create_time is in seconds',
      'chat:9:285:detached': 'detached_uploads in edits',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:471': 'example_input and reverse_template',
      'chat:9:176': 'linkifier url_template',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:454': 'the recent view is encoded recent',
      'chat:9:444': 'target_users',
      'chat:9:401': 'channel default view 4',
      'chat:9:383': 'channel default view 3',
      'chat:9:364': 'dense_mode is gone',
      'chat:9:275': 'web_animate_image_previews',
      'chat:9:269': 'web_channel_default_view',
      'chat:9:253': 'receives_typing_notifications',
      'chat:9:219': 'web_home_view',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:445': 'anchor date with anchor_date',
      'chat:9:334': 'the empty topic is valid',
      'chat:9:300': 'message_ids',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:441': 'can_create_topic_group',
      'chat:9:407:delete-groups': 'channels carry their message deletion groups',
      'chat:9:402': 'channels carry can_resolve_topics_group',
      'chat:9:396': 'channels carry their message move groups',
      'chat:9:392': 'topics_policy',
      'chat:9:389': 'folder_id',
      'chat:9:357': 'can_subscribe_group',
      'chat:9:356': 'include_all',
      'chat:9:342': 'can_add_subscribers_group',
      'chat:9:333': 'can_send_message_group',
      'chat:9:325': 'can_administer_channel_group',
      'chat:9:323': 'is_recently_active',
      'chat:9:315': 'is_archived and exclude_archived',
      'chat:9:310': 'a channel move group',
      'chat:9:254': 'creator_id',
      'chat:9:197': 'group setting renamed to can_remove_subscribers_group',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:412': 'include_subscribers takes partial',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:406:legacy': 'legacy removal deprecated',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:404': 'topics_policy takes empty_topic_only',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:390': 'navigation views',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:362': 'subscriptions of archived channels are editable',
      'chat:9:349': 'rules for channel administrators',
      'chat:9:208': 'bad principals answer 400',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:296': 'resumable uploads',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:288': 'history_limit_days',
      'chat:9:263': 'last_update_id',
      'chat:9:228': 'presence is limited to accessible users',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:285': 'filename in uploads',
      'chat:9:272': 'url in uploads',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:262': 'GET user status',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:248': 'typing type channel',
      'chat:9:215': 'stream_id for typing',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:196': 'playground url_template',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:178': 'presence client is always website',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:167': 'ignored_parameters_unsupported lists unsupported parameters',
    },
  },
  {
    section: '9',
    rows: {
      'chat:9:160': 'JWT key exchange',
    },
  },
] as const
