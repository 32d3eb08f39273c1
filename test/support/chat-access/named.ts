import type { AnyOperation } from '../../../src/contract/operation.ts'
import { PROBES } from '../chat-cases/all.ts'
import type { Thing } from './things.ts'

/** Parameters that name things, by how they are called. */
const NAMES_THINGS =
  /(^|_)(id|ids|email|stream|group|members|subgroups|subscribers|principals|token)(_str)?$|^(to|add|delete|anchor|narrow|cursor|messages|subscriptions|subscription_data|drafts?|data|target_users|fragment|filename|topic_name|content|username|domain|emoji_name|alert_words|moderation_request_channel_id)$/

/** What they are not: switches, and settings that are groups. */
const SETTING = /^(can|is|include|history|direct_message|create_multiuse)_/

/** Why some things need not be asked for under two names. */
const NOTHING_HIDDEN: Readonly<Record<string, string>> = {
  user_group_id: 'Everybody with an account sees all groups.',
  add_subgroups: 'Everybody with an account sees all groups.',
  delete_subgroups: 'Everybody with an account sees all groups.',
  subgroups: 'Everybody with an account sees all groups.',
  field_id: 'Everybody with an account sees all fields.',
  group_ids: 'Everybody with an account sees all groups.',
  folder_id: 'Everybody sees all folders but guests, who change none.',
  channel_folder_id: 'Everybody sees all folders but guests, who change none.',
  filter_id: 'Everybody sees all linkifiers.',
  ordered_linkifier_ids: 'Everybody sees all linkifiers.',
  playground_id: 'Everybody sees all playgrounds.',
  emoji_name: 'Everybody sees all emoji.',
  domain: 'Everybody sees all domains.',
  alert_words: 'They are words of the caller.',
  realm_id_str: 'There is one organization.',
  last_event_id: 'It counts in a queue of the caller.',
  last_update_id: 'It counts what the caller has seen.',
  local_id: 'It is made up by the caller.',
  push_key_id: 'It is made up by the caller.',
  token_id: 'It is made up by the caller.',
}

/** The same for single parameters, as `operation.parameter`. */
const NOTHING_HIDDEN_HERE: Readonly<Record<string, string>> = {
  'register_queue.narrow': 'It is compared with what comes, and looked up nowhere.',
  'check_messages_match_narrow.narrow': 'It is read as that of get_messages.',
  'get_conversations.user_ids': 'It finds conversations of the caller only.',
  'get_conversations.cursor': 'It is an id below which the caller’s own list goes on.',
  'update_message_flags_for_narrow.anchor': 'It is read as that of get_messages.',
  'send_message.content': 'It is read as that of render_message.',
  'add_submessage.content': 'It names what is in the message.',
  'send_message.queue_id': 'A queue of somebody else is ignored (send-message.test.ts).',
  'create_scheduled_message.content': 'It is read as that of render_message.',
  'update_scheduled_message.content': 'It is read as that of render_message.',
  'update_message.content': 'It is read as that of render_message.',
  'create_saved_snippet.content': 'It is not read.',
  'edit_saved_snippet.content': 'It is not read.',
  'add_navigation_view.fragment': 'It is made up by the caller.',
  'remove_profile_data.data': 'It names fields, of which everybody knows.',
  'update_realm.signup_announcements_stream_id': 'Administrators know of every channel.',
  'update_realm.new_stream_announcements_stream_id': 'Administrators know of every channel.',
  'update_realm.moderation_request_channel_id': 'Administrators know of every channel.',
  'update_user_group_members.delete': 'It is read as `add`.',
  'update_user_group_subgroups.add': 'Everybody with an account sees all groups.',
  'update_user_group_subgroups.delete': 'Everybody with an account sees all groups.',
  'create_user.email': 'Administrators alone make accounts.',
  'update_settings.email': 'It is the address that the caller wants (change-email.test.ts).',
  'fetch_api_key.username': 'fetch-api-key.test.ts',
  'jwt_fetch_api_key.token': 'jwt-fetch-api-key.test.ts',
  'add_fcm_token.token': 'No token is kept.',
  'remove_fcm_token.token': 'No token is kept.',
  'add_apns_token.token': 'No token is kept.',
  'remove_apns_token.token': 'No token is kept.',
  'test_notify.token': 'No token is kept.',
}

const NAMED: Thing = { id: 987_321, name: 'named-thing', key: 'named-key' }

/**
 * Parameters by which a request names something, as `operation.parameter`, that no probe asks for under the name of
 * what is hidden and of what is not there; and reasons that are given for parameters which there are not.
 */
export function unnamed(operations: readonly AnyOperation[]): {
  unasked: string[]
  needless: string[]
} {
  const probed = new Set(PROBES.flatMap((probe) => askedBy(probe)))
  const given = operations.flatMap(({ name, input }) =>
    Object.keys(input.shape).map((parameter) => ({ parameter, at: `${name}.${parameter}` })),
  )
  const named = given.filter(
    ({ parameter }) => NAMES_THINGS.test(parameter) && !SETTING.test(parameter),
  )
  return {
    unasked: named
      .filter(({ at }) => !probed.has(at))
      .filter(({ parameter, at }) => !(parameter in NOTHING_HIDDEN || at in NOTHING_HIDDEN_HERE))
      .map(({ at }) => at),
    needless: [
      ...Object.keys(NOTHING_HIDDEN).filter((name) => !given.some((one) => one.parameter === name)),
      ...Object.keys(NOTHING_HIDDEN_HERE).filter(
        (at) => probed.has(at) || !given.some((one) => one.at === at),
      ),
    ],
  }
}

/** Parameters in which a probe sends the name of what it is about. */
function askedBy({ operation, fields }: (typeof PROBES)[number]): string[] {
  const sent = fields(NAMED, () => ({ id: 0, name: '', key: '' }))
  return Object.entries(sent)
    .filter(([, value]) => /987321|named-(thing|key)/.test(JSON.stringify(value)))
    .map(([parameter]) => `${operation}.${parameter}`)
}
