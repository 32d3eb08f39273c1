/** Section 4.5 of the team chat API. */
export const channels = [
  {
    section: '4.5 GET /streams',
    rows: {
      'chat:4.5:streams:include_public': 'all public channels; default true',
      'chat:4.5:streams:include_web_public': 'web-public channels; default false',
      'chat:4.5:streams:include_subscribed': 'subscribed channels; default true',
      'chat:4.5:streams:exclude_archived': 'drops archived channels; default true',
      'chat:4.5:streams:include_all': 'all channels with metadata access; default false',
      'chat:4.5:streams:include_all:administrator': 'all channels for administrators',
      'chat:4.5:streams:include_default': 'default channels of the realm; default false',
      'chat:4.5:streams:include_owner_subscribed': 'channels of the owner of a bot; default false',
      'chat:4.5:streams:include_can_access_content': 'channels with content access; default false',
      'chat:4.5:streams:include_all_active': 'deprecated alias for administrators; default false',
      'chat:4.5:streams:response': 'streams: array of channels',
    },
  },
  {
    section: '4.5 GET /users/me/subscriptions',
    rows: {
      'chat:4.5:subscriptions:include_subscribers': 'true, false or partial',
      'chat:4.5:subscriptions:include_subscribers:default': 'false',
      'chat:4.5:subscriptions:partial': 'may give partial_subscribers in place of subscribers',
      'chat:4.5:subscriptions:partial:250': 'subscribers is complete below 250 subscribers',
      'chat:4.5:subscriptions:partial:active': 'always all bots and users active in 14 days',
      'chat:4.5:subscriptions:response': 'subscriptions: array of subscriptions',
    },
  },
  {
    section: '4.5 DELETE /users/me/subscriptions',
    rows: {
      'chat:4.5:unsubscribe:subscriptions': 'channel names to leave, required',
      'chat:4.5:unsubscribe:principals:ids': 'user ids to unsubscribe',
      'chat:4.5:unsubscribe:principals:emails': 'or API e-mails to unsubscribe',
      'chat:4.5:unsubscribe:principals:default': 'the caller',
      'chat:4.5:unsubscribe:1': 'an administrator removes any user from any channel',
      'chat:4.5:unsubscribe:2': 'a user removes a bot they own from an accessible channel',
      'chat:4.5:unsubscribe:3': 'members of can_remove_subscribers_group with access remove users',
      'chat:4.5:unsubscribe:removed': 'response: names of channels left',
      'chat:4.5:unsubscribe:not_removed': 'response: names of channels already unsubscribed',
      'chat:4.5:unsubscribe:unknown-channel': 'STREAM_DOES_NOT_EXIST with field stream',
      'chat:4.5:unsubscribe:bad-principal': 'deactivated or nonexistent: 400 BAD_REQUEST',
    },
  },
] as const

/** Section 4.6 of the team chat API. */
export const draftsAndUploads = [
  {
    section: '4.6 POST /drafts',
    rows: {
      'chat:4.6:drafts:drafts': 'Draft[], JSON-encoded',
      'chat:4.6:drafts:ids': 'response: ids of the created drafts',
      'chat:4.6:drafts:one-channel': 'channel draft without exactly one id in to: BAD_REQUEST',
      'chat:4.6:drafts:events': 'other clients are told by drafts events',
    },
  },
  {
    section: '4.6 POST /user_uploads',
    rows: {
      'chat:4.6:uploads:multipart': 'multipart body with one file',
      'chat:4.6:uploads:url': 'response: string',
      'chat:4.6:uploads:uri': 'response: deprecated alias of url',
      'chat:4.6:uploads:filename': 'response: string',
      'chat:4.6:uploads:markdown': 'shared as [filename](url) without brackets in the filename',
      'chat:4.6:uploads:private': 'first accessible only to the uploader',
      'chat:4.6:uploads:max': 'at most max_file_upload_size_mib',
    },
  },
  {
    section: '4.6 /tus',
    rows: {
      'chat:4.6:tus': 'resumable uploads at /api/v1/tus',
      'chat:4.6:tus:credentials': 'with cookie or API-key credentials',
    },
  },
] as const

/** Section 4.7 of the team chat API. */
export const organization = [
  {
    section: '4.7 GET /realm/linkifiers',
    rows: { 'chat:4.7:linkifiers:response': 'linkifiers, in the order of application' },
  },
  {
    section: '4.7 PATCH /realm/filters/{filter_id}',
    rows: {
      'chat:4.7:filters:filter_id': 'path: integer',
      'chat:4.7:filters:pattern': 'required, regular expression with named groups',
      'chat:4.7:filters:url_template': 'required, RFC 6570 template',
      'chat:4.7:filters:example_input': 'required for reverse linkifiers; empty resets to null',
      'chat:4.7:filters:reverse_template': 'regenerates the Markdown syntax; empty resets to null',
      'chat:4.7:filters:reverse_template:check': 'must reproduce example_input',
      'chat:4.7:filters:reverse_template:braces': '{{ and }} are literal braces',
      'chat:4.7:filters:alternative_url_templates': 'string[], for reverse linkification only',
      'chat:4.7:filters:response': 'envelope only',
    },
  },
  {
    section: '4.7 POST /realm/playgrounds',
    rows: {
      'chat:4.7:playgrounds:name': 'string, required',
      'chat:4.7:playgrounds:highlighter_language': 'string, required',
      'chat:4.7:playgrounds:url_template': 'required, RFC 6570, exactly one variable named code',
      'chat:4.7:playgrounds:id': 'response: integer',
    },
  },
  {
    section: '4.7 POST /realm/domains',
    rows: {
      'chat:4.7:add-domain:owner': 'organization owners only',
      'chat:4.7:add-domain:domain': 'string, required',
      'chat:4.7:add-domain:allow_subdomains': 'boolean, required',
      'chat:4.7:add-domain:new_domain': 'response: [id, domain]',
    },
  },
  {
    section: '4.7 PATCH /realm/domains/{domain}',
    rows: {
      'chat:4.7:patch-domain:owner': 'organization owners only',
      'chat:4.7:patch-domain:domain': 'path: string',
      'chat:4.7:patch-domain:allow_subdomains': 'boolean, required',
      'chat:4.7:patch-domain:response': 'envelope only',
    },
  },
  {
    section: '4.7 PATCH /navigation_views/{fragment}',
    rows: {
      'chat:4.7:views:fragment': 'path: URL hash, may contain slash-separated parts',
      'chat:4.7:views:is_pinned': 'true pinned, false hidden in the menu',
      'chat:4.7:views:name': 'string, custom views only',
      'chat:4.7:views:error:built-in': 'built-in view given a name: BAD_REQUEST',
      'chat:4.7:views:error:unknown': 'no view with that fragment: NOT_FOUND',
    },
  },
  {
    section: '4.7 POST /user_groups/{user_group_id}/members',
    rows: {
      'chat:4.7:members:user_group_id': 'path: integer',
      'chat:4.7:members:add': 'integer[] of user ids, optional',
      'chat:4.7:members:delete': 'integer[] of user ids, optional',
      'chat:4.7:members:add_subgroups': 'integer[] of group ids, optional',
      'chat:4.7:members:delete_subgroups': 'integer[] of group ids, optional',
      'chat:4.7:members:active': 'user ids must belong to non-deactivated users',
      'chat:4.7:members:response': 'envelope only',
    },
  },
] as const
