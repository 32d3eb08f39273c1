import { ofChannels } from './of-channels.ts'
import { ofMessages } from './of-messages.ts'
import { ofRecords, ofUploads } from './of-records.ts'
import { ofUsers } from './of-users.ts'
import { about, general, type Probe } from './probe.ts'
import { isAdministrator, isLimited, type Verdict } from './rules.ts'
import type { CallerIdentity } from './scene.ts'

const everybody = (): Verdict => 'yes'
const administrators = (asker: CallerIdentity): Verdict => (isAdministrator(asker) ? 'yes' : 'no')
const owners = (asker: CallerIdentity): Verdict => (asker === 'owner' ? 'yes' : 'no')
const members = (asker: CallerIdentity): Verdict => (isLimited(asker) ? 'no' : 'yes')
const people = (asker: CallerIdentity): Verdict => (asker === 'bot' ? 'no' : 'yes')

const linkifier = { pattern: 'x(?P<id>[0-9]+)', url_template: 'https://x.test/{id}' }

const ofNothingHidden: Probe[] = [
  ...general(everybody, {
    get_server_settings: {},
    register_queue: { fetch_event_types: ['realm'] },
    get_streams: {},
    get_subscriptions: {},
    get_own_user: {},
    get_presence: {},
    update_presence: { status: 'active' },
    update_status: { status_text: 'x' },
    get_user_group_members: { user_group_id: 3 },
    get_user_groups: {},
    get_user_group_subgroups: { user_group_id: 3 },
    get_linkifiers: {},
    get_custom_emoji: {},
    get_alert_words: {},
    add_alert_words: { alert_words: ['x'] },
    remove_alert_words: { alert_words: ['x'] },
    get_realm_domains: {},
    get_navigation_views: {},
    add_navigation_view: { fragment: 'inbox', is_pinned: true },
    get_storage: {},
    update_storage: { storage: { x: 'y' } },
    remove_storage: {},
    get_saved_snippets: {},
    create_saved_snippet: { title: 'y', content: 'x' },
    get_drafts: {},
    get_scheduled_messages: {},
    update_settings: { color_scheme: 2 },
    get_custom_profile_fields: {},
    register_client_device: {},
    add_fcm_token: { token: 'c0' },
    add_apns_token: { token: 'c0' },
    mark_all_as_read: {},
  }),
  ...general(administrators, {
    update_realm: { name: 'Other' },
    add_linkifier: linkifier,
    update_linkifier: { filter_id: 1, ...linkifier, pattern: 'z(?P<id>[0-9]+)' },
    remove_linkifier: { filter_id: 1 },
    reorder_linkifiers: { ordered_linkifier_ids: [1] },
    add_code_playground: {
      name: 'p',
      highlighter_language: 'python',
      url_template: 'https://x.test/{code}',
    },
    remove_code_playground: { playground_id: 1 },
    create_custom_profile_field: { name: 'f', field_type: 1 },
    create_user: { email: 'new@example.com', password: 'correct horse battery', full_name: 'New' },
    deactivate_custom_emoji: { emoji_name: 'theirs' },
  }),
  ...general(owners, {
    add_realm_domain: { domain: 'b.test', allow_subdomains: false },
    patch_realm_domain: { domain: 'a.test', allow_subdomains: true },
    delete_realm_domain: { domain: 'a.test' },
  }),
  ...about('group', owners, {
    update_user_group: ({ id }) => ({ user_group_id: id, description: 'changed' }),
    deactivate_user_group: ({ id }) => ({ user_group_id: id }),
    update_user_group_members: ({ id }) => ({ user_group_id: id, add: [1] }),
    update_user_group_subgroups: ({ id }) => ({ user_group_id: id, add: [5] }),
  }),
  ...general((asker) => (isLimited(asker) || asker === 'bot' ? 'no' : 'yes'), {
    create_bot: { full_name: 'New', short_name: 'new', bot_type: 2 },
  }),
  ...general(members, {
    create_user_group: { name: 'h', description: '', members: [] },
    create_channel: { name: 'new', subscribers: [] },
    subscribe: { subscriptions: [{ name: 'public' }] },
    'subscribe by new name': { subscriptions: [{ name: 'brand new' }] },
  }),
  ...general(() => 'no', {
    'subscribe by hidden name': { subscriptions: [{ name: 'archived private' }] },
    fetch_api_key: { username: 'member@example.com', password: 'wrong' },
    jwt_fetch_api_key: { token: 'wrong' },
  }),
  ...general(people, {
    remove_profile_data: { data: [1] },
    update_profile_data: { data: [{ id: 1, value: 'x' }] },
  }),
  ...general((asker) => (asker === 'owner' ? 'no' : 'yes'), { deactivate_own_user: {} }),
]

/** Everything that is asked. */
export const PROBES: readonly Probe[] = [
  ...ofMessages,
  ...ofChannels,
  ...ofUsers,
  ...ofRecords,
  ...ofUploads,
  ...ofNothingHidden,
]
