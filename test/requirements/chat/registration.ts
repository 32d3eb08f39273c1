/** Section 4.8 of the team chat API. */
export const push = [
  {
    section: '4.8 POST /mobile_push/register',
    rows: {
      'chat:4.8:push:device_id': 'integer, required, from the device registration',
      'chat:4.8:push:push_key_id': 'integer, client-made unsigned 32-bit id',
      'chat:4.8:push:push_key': 'Base64: first byte selects the cryptosystem, the rest is the key',
      'chat:4.8:push:push_key:0x31': '0x31 is secret-box with a 32-byte key',
      'chat:4.8:push:token_kind': 'kind_a or kind_b',
      'chat:4.8:push:token_id': 'Base64 of the first 8 bytes of the SHA-256 of the token',
      'chat:4.8:push:bouncer_public_key': 'Base64 of the relay public key',
      'chat:4.8:push:encrypted_push_registration': 'Base64 ciphertext of the registration',
      'chat:4.8:push:initial': 'initial registration needs key fields and token fields',
      'chat:4.8:push:rotate-key': 'later, only key fields rotate the key',
      'chat:4.8:push:rotate-token': 'later, only token fields rotate the token',
      'chat:4.8:push:legacy': 'success removes the legacy registration with a matching token',
      'chat:4.8:push:not-configured': 'PUSH_SERVICE_NOT_CONFIGURED without a push service',
      'chat:4.8:push:response': 'envelope only',
    },
  },
  {
    section: '4.8 DELETE /users/me/vendor_reg_id',
    rows: {
      'chat:4.8:vendor:token': 'string, required',
      'chat:4.8:vendor:error:length': 'token empty or of invalid length: BAD_REQUEST',
      'chat:4.8:vendor:error:unknown': 'token does not exist: BAD_REQUEST',
      'chat:4.8:vendor:response': 'envelope only',
    },
  },
] as const

/** Section 4.9 of the team chat API. */
export const keyExchange = [
  {
    section: '4.9 POST /jwt/fetch_api_key',
    rows: {
      'chat:4.9:token': 'required, signed JSON web token with an email claim',
      'chat:4.9:include_profile': 'boolean',
      'chat:4.9:include_profile:default': 'false',
      'chat:4.9:api_key': 'response: string',
      'chat:4.9:email': 'response: string',
      'chat:4.9:user': 'response: user without profile_data, only with include_profile',
    },
  },
] as const

/** Section 4.10 of the team chat API. */
export const registration = [
  {
    section: '4.10 POST /register',
    rows: {
      'chat:4.10:apply_markdown': 'boolean; default false',
      'chat:4.10:client_extavatar': 'default true if authenticated, false if not',
      'chat:4.10:client_extavatar:unauthenticated': 'true when unauthenticated is an error',
      'chat:4.10:include_subscribers': 'true, false or partial; default false',
      'chat:4.10:include_subscribers:unauthenticated': 'true when unauthenticated is an error',
      'chat:4.10:slim_presence': 'default false; true keys presences by user id',
      'chat:4.10:presence_history_limit_days': 'integer; default 14',
      'chat:4.10:event_types': 'kinds wanted; default all',
      'chat:4.10:event_types:unsupported': 'unsupported kinds are ignored',
      'chat:4.10:fetch_event_types': 'kinds of snapshot data fetched',
      'chat:4.10:all_public_streams': 'boolean; default false',
      'chat:4.10:client_capabilities:notification_settings_null': 'boolean',
      'chat:4.10:client_capabilities:bulk_message_deletion': 'boolean',
      'chat:4.10:client_capabilities:user_avatar_url_field_optional': 'boolean',
      'chat:4.10:client_capabilities:stream_typing_notifications': 'boolean',
      'chat:4.10:client_capabilities:user_settings_object': 'boolean without effect',
      'chat:4.10:client_capabilities:linkifier_url_template': 'boolean',
      'chat:4.10:client_capabilities:user_list_incomplete': 'boolean',
      'chat:4.10:client_capabilities:include_deactivated_groups': 'boolean',
      'chat:4.10:idle_queue_timeout': 'how long the queue survives inactivity',
      'chat:4.10:response:queue_id': 'present',
      'chat:4.10:response:last_event_id': 'present',
      'chat:4.10:response:idle_queue_timeout_secs': 'present',
      'chat:4.10:response:max_topic_length': 'present',
      'chat:4.10:response:max_message_length': 'present',
      'chat:4.10:response:max_file_upload_size_mib': 'present',
      'chat:4.10:response:server_typing_started_wait_period_milliseconds': 'present',
      'chat:4.10:response:server_typing_stopped_wait_period_milliseconds': 'present',
      'chat:4.10:response:server_typing_started_expiry_period_milliseconds': 'present',
      'chat:4.10:response:realm_empty_topic_display_name': 'present',
      'chat:4.10:response:recent_private_conversations': 'present',
      'chat:4.10:response:navigation_views': 'present',
      'chat:4.10:response:saved_snippets': 'present',
      'chat:4.10:response:subscriptions': 'present',
      'chat:4.10:response:integrations': 'the integration descriptors are present',
      'chat:4.10:response:service_feature_level': 'the feature level is present',
      'chat:4.10:response:realm_linkifiers': 'empty without linkifier_url_template',
    },
  },
  {
    section: '4.10',
    rows: {
      'chat:4.10:named:get-events': 'an event fetch operation',
    },
  },
  {
    section: '4.10',
    rows: {
      'chat:4.10:named:send-message': 'an operation that sends messages',
    },
  },
  {
    section: '4.10',
    rows: { 'chat:4.10:named:reorder-linkifiers': 'an operation that reorders linkifiers' },
  },
  {
    section: '4.10',
    rows: { 'chat:4.10:named:register-client-device': 'an operation that registers a device' },
  },
  {
    section: '4.10',
    rows: {
      'chat:4.10:named:create-channel': 'an operation that creates channels',
    },
  },
] as const
