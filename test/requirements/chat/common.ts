/** Section 5 of the team chat API. */
export const authentication = [
  {
    section: '5',
    rows: {
      'chat:5:1': 'HTTP Basic with API e-mail and API key',
      'chat:5:1:bots': 'bots use the same scheme',
    },
  },
  {
    section: '5',
    rows: { 'chat:5:2': 'the token payload of the JWT exchange carries the e-mail of the user' },
  },
  {
    section: '5',
    rows: { 'chat:5:3': 'the resumable-upload path also accepts browser cookie sessions' },
  },
  {
    section: '5',
    rows: {
      'chat:5:4:register': 'registration works unauthenticated, with restrictions',
    },
  },
  {
    section: '5',
    rows: {
      'chat:5:4:web-public': 'history of web-public channels works unauthenticated',
    },
  },
  {
    section: '5',
    rows: { 'chat:5:5:owner': 'allowed-domain operations need the owner role' },
  },
  {
    section: '5',
    rows: {
      'chat:5:5:status': 'setting the status of another user needs an administrator',
    },
  },
  {
    section: '5',
    rows: {
      'chat:5:5:include_all_active': 'include_all_active needs an administrator',
    },
  },
  {
    section: '5',
    rows: { 'chat:5:5:target_users': 'bulk settings edits need an administrator' },
  },
  {
    section: '5',
    rows: {
      'chat:5:5:groups': 'channel actions are governed by the can_*_group settings',
    },
  },
] as const

/** Section 6 of the team chat API. */
export const events = [
  {
    section: '6',
    rows: {
      'chat:6:long-poll': 'events are long-polled with queue id and last event id',
      'chat:6:removed': 'idle queues go; a later fetch fails with BAD_EVENT_QUEUE_ID',
      'chat:6:heartbeat': 'a heartbeat event every minute',
      'chat:6:kind:message': 'message events',
      'chat:6:kind:subscription': 'subscription events',
      'chat:6:kind:realm_user': 'realm_user events, including op add',
      'chat:6:kind:typing': 'typing events with ops start and stop',
      'chat:6:kind:presence': 'presence events',
      'chat:6:kind:delete_message:bulk': 'message_ids with capability bulk_message_deletion',
      'chat:6:kind:delete_message:single': 'one event per message without the capability',
      'chat:6:kind:realm': 'realm events, op update_dict with the changed settings',
      'chat:6:kind:legacy': 'update_display_settings, update_global_notifications are gone',
    },
  },
  {
    section: '6',
    rows: {
      'chat:6:kind:realm_emoji': 'realm_emoji events',
    },
  },
  {
    section: '6',
    rows: {
      'chat:6:kind:drafts': 'drafts events',
    },
  },
  {
    section: '6',
    rows: {
      'chat:6:kind:user_settings': 'user_settings events',
    },
  },
  {
    section: '6',
    rows: {
      'chat:6:kind:realm_linkifiers': 'not sent when linkifier_url_template is false',
    },
  },
  {
    section: '6',
    rows: {
      'chat:6:emit:typing': 'typing reaches only users with receives_typing_notifications',
      'chat:6:typing-protocol:start': 'start repeats every started wait period while active',
      'chat:6:typing-protocol:stop': 'stop after the stopped wait period or on cancel',
    },
  },
  {
    section: '6',
    rows: { 'chat:6:emit:drafts': 'POST /drafts tells the other clients of the user' },
  },
  {
    section: '6',
    rows: {
      'chat:6:emit:presence': 'POST /users/me/presence causes presence events',
    },
  },
  {
    section: '6',
    rows: {
      'chat:6:emit:unsubscribe': 'unsubscribing causes subscription events',
    },
  },
] as const

/** Section 7 of the team chat API. */
export const errors = [
  {
    section: '7',
    rows: {
      'chat:7:body': 'result is error, msg a string, code the code',
      'chat:7:BAD_REQUEST':
        '400: invalid input, missing permission, conflict; msg holds the reason',
    },
  },
  {
    section: '7',
    rows: {
      'chat:7:MOVE_MESSAGES_TIME_LIMIT_EXCEEDED': 'move beyond the time limit',
    },
  },
  {
    section: '7',
    rows: { 'chat:7:PUSH_SERVICE_NOT_CONFIGURED': 'server has no push service' },
  },
  {
    section: '7',
    rows: {
      'chat:7:STREAM_DOES_NOT_EXIST': 'channel name unknown; extra field stream',
      'chat:7:UNAUTHORIZED_PRINCIPAL': '403 before level 208; since then 400 BAD_REQUEST',
    },
  },
  {
    section: '7',
    rows: {
      'chat:7:NOT_FOUND': 'no view with that fragment',
      'chat:7:msg:built-in-view': 'built-in views cannot have a custom name',
    },
  },
  {
    section: '7',
    rows: {
      'chat:7:BAD_EVENT_QUEUE_ID': 'queue removed or unknown',
    },
  },
  {
    section: '7',
    rows: {
      'chat:7:msg:missing-channel': 'msg: missing channel id',
    },
  },
  {
    section: '7',
    rows: {
      'chat:7:msg:nothing-new': 'msg: client did not pass any new values',
      'chat:7:msg:status-too-long': 'msg: status_text too long, limit 60 characters',
    },
  },
  {
    section: '7',
    rows: { 'chat:7:msg:one-channel': 'msg: must specify exactly 1 channel id' },
  },
  {
    section: '7',
    rows: {
      'chat:7:msg:token-unknown': 'msg: token does not exist',
      'chat:7:msg:token-length': 'msg: empty or invalid length token',
    },
  },
] as const

/** Section 8 of the team chat API. */
export const limits = [
  {
    section: '8',
    rows: { 'chat:8:fetch': 'at most 5000 messages per fetch; more is an error' },
  },
  {
    section: '8',
    rows: {
      'chat:8:status_text': '60 Unicode code points',
    },
  },
  {
    section: '8',
    rows: {
      'chat:8:topic': 'max_topic_length from the snapshot',
      'chat:8:message': 'max_message_length from the snapshot',
      'chat:8:time': 'move and edit time limits of the realm',
    },
  },
  {
    section: '8',
    rows: { 'chat:8:upload': 'max_file_upload_size_mib from the snapshot' },
  },
  {
    section: '8',
    rows: {
      'chat:8:subscribers': 'partial lists are complete below 250 subscribers',
    },
  },
  {
    section: '8',
    rows: {
      'chat:8:presence': 'presence history defaults to 14 days',
    },
  },
  {
    section: '8',
    rows: {
      'chat:8:queue-idle': 'the queue lives idle_queue_timeout_secs',
    },
  },
  {
    section: '8',
    rows: {
      'chat:8:push_key_id': 'unsigned 32-bit integer',
      'chat:8:push_key': '32-byte key for cryptosystem byte 0x31',
    },
  },
] as const
