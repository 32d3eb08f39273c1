import { expect } from 'vitest'
import { about, around, general, scheduled, type Probe } from '../chat-access/probe.ts'
import {
  administering,
  administrators,
  everybody,
  isAdministrator,
  isIn,
  knowing,
  members,
  nobody,
  readingChannel,
  seeingSubscribers,
  sending,
  sightOf,
  subscribed,
} from '../chat-access/rules.ts'
import { type AgentExamples, NO_CHANNEL } from './example.ts'

/** Channels, and who is in them. */
export const channelExamples: AgentExamples = {
  get_streams: {
    call: { query: 'la' },
    shows: { channels: [expect.stringMatching(/^\d+ #lab \(joined\)/)] },
    fails: [{ limit: 0 }, /limit/],
  },
  get_subscriptions: {
    call: { query: '#lab' },
    shows: { channels: [expect.stringMatching(/^\d+ #lab$/)] },
    fails: [{ limit: 0 }, /limit/],
  },
  get_stream_topics: {
    call: { channel: 'lab' },
    shows: { topics: expect.arrayContaining(['t']) },
    fails: NO_CHANNEL,
  },
  get_stream_by_id: {
    call: { channel: 'lab' },
    shows: { stream: { name: 'lab' } },
    fails: NO_CHANNEL,
  },
  get_stream_id: {
    call: { stream: 'lab' },
    shows: ({ lab }) => ({ stream_id: lab }),
    fails: [{ stream: 'nowhere' }, /Invalid channel name/],
  },
  get_subscribers: {
    call: { channel: 'lab' },
    shows: ({ me }) => ({ subscribers: expect.arrayContaining([me]) }),
    fails: NO_CHANNEL,
  },
  get_subscription_status: {
    call: { user: '@bob', channel: 'lab' },
    shows: { is_subscribed: true },
    fails: [{ user: 'Bob', channel: 'nowhere' }, /No channel/],
  },
  get_channel_folders: {
    call: {},
    shows: { channel_folders: expect.any(Array) },
    fails: [{ from: -1 }, /from/],
  },
  create_channel_folder: {
    call: { name: 'Teams' },
    shows: { channel_folder_id: expect.any(Number) },
    fails: [{ name: ' ' }, /can't be empty/],
  },
  update_channel_folder: {
    call: async ({ ask }) => {
      const { channel_folder_id } = await ask('create_channel_folder', { name: 'Squads' })
      return { channel_folder_id, description: 'Small ones.' }
    },
    shows: {},
    fails: [{ channel_folder_id: 99_999, name: 'x' }, /Invalid channel folder/],
  },
  patch_channel_folders: {
    call: async ({ ask }) => {
      const { channel_folders } = await ask('get_channel_folders', { include_archived: true })
      return { order: (channel_folders as { id: number }[]).map(({ id }) => id).toReversed() }
    },
    shows: {},
    fails: [{ order: [99_999] }, /Invalid order/],
  },
  add_default_stream: { call: { channel: 'lab' }, shows: {}, fails: NO_CHANNEL },
  remove_default_stream: { call: { channel: 'lab' }, shows: {}, fails: NO_CHANNEL },
  get_stream_email_address: { fails: [{ channel: 'lab' }, /no email addresses/] },
  get_user_channels: {
    call: { user: 'Bob' },
    shows: ({ lab }) => ({ subscribed_channel_ids: expect.arrayContaining([lab]) }),
    fails: [{ user: 'nobody' }, /No person/],
  },
  create_channel: {
    call: { name: 'made', subscribers: ['Bob'], options: { topics_policy: 'inherit' } },
    shows: { id: expect.any(Number) },
    fails: [{ name: 'x', options: { colour: 'red' } }, /no option.*\nOptions: .*topics_policy/],
  },
  update_stream: {
    call: async ({ ask }) => {
      await ask('create_channel', { name: 'renamed' })
      return { channel: 'renamed', new_name: 'better', options: { topics_policy: 'inherit' } }
    },
    shows: {},
    fails: [{ channel: 'nowhere', new_name: 'x' }, /No channel/],
  },
  archive_stream: {
    call: async ({ ask }) => {
      await ask('create_channel', { name: 'old' })
      return { channel: 'old' }
    },
    shows: {},
    fails: NO_CHANNEL,
  },
  subscribe: {
    call: { channels: ['joined'] },
    shows: { joined: ['joined'], already_in: [] },
    fails: [{ channels: [] }, /channels/],
  },
  unsubscribe: {
    call: async ({ ask }) => {
      await ask('subscribe', { channels: ['left'] })
      return { channels: ['#left'] }
    },
    shows: { left: ['left'], not_in: [] },
    fails: [{ channels: ['nowhere'] }, /No channel/],
  },
  update_subscriptions: {
    call: { add: [{ name: 'entered' }], delete: [] },
    shows: { removed: [], not_removed: [] },
    fails: [{ delete: ['nowhere'] }, /exist/],
  },
  update_subscription_settings: {
    call: ({ lab }) => ({
      subscription_data: [{ stream_id: lab, property: 'pin_to_top', value: true }],
    }),
    fails: [
      { subscription_data: [{ stream_id: 99_999, property: 'pin_to_top', value: true }] },
      /Invalid channel ID/,
    ],
  },
  update_subscription_property: {
    call: { channel: 'lab', property: 'is_muted', value: false },
    fails: [{ channel: 'lab', property: 'zzz', value: true }, /Unknown/],
  },
  update_user_topic: {
    call: { channel: 'lab', topic: 't', visibility_policy: 3 },
    fails: [{ channel: 'nowhere', topic: 't', visibility_policy: 3 }, /No channel/],
  },
  mute_topic: {
    call: ({ lab }) => ({ channel: String(lab), topic: 'loud', op: 'add' }),
    fails: [{ channel: 'lab', topic: 'silent', op: 'remove' }, /not muted/],
  },
}

/** Who may do what with channels. */
export const channelProbes: readonly Probe[] = [
  ...about('channel', knowing, {
    get_stream_by_id: ({ id }) => ({ stream_id: id }),
    get_stream_id: ({ name }) => ({ stream: name }),
    mark_stream_as_read: ({ id }) => ({ stream_id: id }),
    update_user_topic: ({ id }) => ({ stream_id: id, topic: 't', visibility_policy: 3 }),
    'mute_topic by id': ({ id }) => ({ stream_id: id, topic: 't', op: 'add' }),
    'mute_topic by name': ({ name }) => ({ stream: name, topic: 't', op: 'add' }),
    'create_drafts by channel': ({ id }) => ({
      drafts: [{ type: 'stream', to: [id], topic: 't', content: 'x' }],
    }),
    unsubscribe: ({ name }) => ({ subscriptions: [name] }),
    update_subscriptions: ({ name }) => ({ delete: [name] }),
    'get_messages by channel': ({ id }) => ({ ...around, narrow: [['channel', id]] }),
    'get_messages by channel name': ({ name }) => ({ ...around, narrow: [['channel', name]] }),
    'edit_draft by channel': ({ id }, at) => ({
      draft_id: at('draft', 'mine').id,
      draft: { type: 'stream', to: [id], topic: 't', content: 'x' },
    }),
    'render_message by channel': ({ name }) => ({ content: `#**${name}**` }),
    'render_message by topic': ({ name }) => ({ content: `#**${name}>t**` }),
  }),
  ...about(
    'channel',
    (asker, place) => (knowing(asker, place) === 'yes' ? 'no' : 'as if missing'),
    {
      get_stream_email_address: ({ id }) => ({ stream_id: id }),
    },
  ),
  ...about(
    'channel',
    (asker, place) => {
      const isOpen = ['own', 'public', 'web-public'].includes(place)
      return isAdministrator(asker) && isOpen ? 'yes' : 'no'
    },
    { add_default_stream: ({ id }) => ({ stream_id: id }) },
  ),
  ...about('channel', (asker) => (isAdministrator(asker) ? 'yes' : 'no'), {
    remove_default_stream: ({ id }) => ({ stream_id: id }),
  }),
  ...about('channel', readingChannel, {
    get_stream_topics: ({ id }) => ({ stream_id: id }),
    get_conversations: ({ id }) => ({ stream_id: id }),
    mark_topic_as_read: ({ id }) => ({ stream_id: id, topic_name: 't' }),
  }),
  ...about('channel', seeingSubscribers, {
    get_subscribers: ({ id }) => ({ stream_id: id }),
    get_subscription_status: ({ id }) => ({ user_id: 3, stream_id: id }),
  }),
  ...about('channel', administering, {
    'update_stream by description': ({ id }) => ({ stream_id: id, description: 'changed' }),
    'update_stream by group': ({ id }) => ({ stream_id: id, can_send_message_group: 2 }),
  }),
  ...about(
    'channel',
    (asker, place) => {
      const verdict = administering(asker, place)
      return verdict === 'yes' && place.startsWith('archived') ? 'no' : verdict
    },
    { archive_stream: ({ id }) => ({ stream_id: id }) },
  ),
  ...about(
    'channel',
    (asker, place) => {
      const sight = sightOf(asker, place)
      if (sight === 'nothing') return 'as if missing'
      return sight === 'content' && isAdministrator(asker) ? 'yes' : 'no'
    },
    { delete_topic: ({ id }) => ({ stream_id: id, topic_name: 't' }) },
  ),
  ...about('channel', subscribed, {
    update_subscription_property: ({ id }) => ({
      stream_id: id,
      property: 'is_muted',
      value: true,
    }),
    update_subscription_settings: ({ id }) => ({
      subscription_data: [{ stream_id: id, property: 'is_muted', value: true }],
    }),
  }),
  ...about('topic', (_, topic) => (topic === 'seen' ? 'yes' : 'as if missing'), {
    'mark_topic_as_read by topic': ({ name }, at) => ({
      stream_id: at('channel', 'protected').id,
      topic_name: name,
    }),
  }),
  ...about(
    'topic',
    (asker, topic) => (topic === 'seen' && isAdministrator(asker) ? 'yes' : 'as if missing'),
    {
      'delete_topic by topic': ({ name }, at) => ({
        stream_id: at('channel', 'protected').id,
        topic_name: name,
      }),
    },
  ),
  ...about('topic', (_, topic) => (topic === 'seen' ? 'yes' : 'as if missing'), {
    'resolve_topic by topic': ({ name }, at) => ({
      stream_id: at('channel', 'protected').id,
      topic: name,
    }),
    'move_messages by topic': ({ name }, at) => ({
      stream_id: at('channel', 'protected').id,
      topic: name,
      to_topic: 'moved',
    }),
  }),
  // Guests do not move messages between channels; within one, they may.
  ...about(
    'channel',
    (asker, place) => {
      const verdict = sending(asker, place)
      const isGuests = asker === 'guest' && place !== 'private subscribed'
      return verdict === 'yes' && isGuests ? 'no' : verdict
    },
    {
      'update_message by target': ({ id }, at) => ({
        message_id: at('message', 'mine').id,
        stream_id: id,
        topic: 'moved',
      }),
      'move_messages by target': ({ id }, at) => ({
        stream_id: at('channel', 'private subscribed').id,
        topic: 't',
        to_topic: 'moved',
        message_id: at('message', 'mine').id,
        to_stream_id: id,
      }),
    },
  ),
  ...about(
    'channel',
    (asker, place) =>
      readingChannel(asker, place) === 'yes' ? 'no' : readingChannel(asker, place),
    {
      resolve_topic: ({ id }) => ({ stream_id: id, topic: 'none of these' }),
      move_messages: ({ id }) => ({ stream_id: id, topic: 'none of these' }),
    },
  ),
  // Members may make channels, and are told which names are taken; guests are told nothing of names.
  ...about(
    'channel',
    (asker, place) => {
      if (asker === 'guest') return isIn(asker, place) ? 'yes' : 'as if missing'
      if (place.startsWith('archived')) return 'no'
      return place !== 'private' ? 'yes' : 'no'
    },
    {
      subscribe: ({ name }) => ({ subscriptions: [{ name }] }),
      'update_subscriptions by adding': ({ name }) => ({ add: [{ name }] }),
    },
  ),
  ...about('channel', sending, {
    'update_scheduled_message by channel': ({ id }, at) => ({
      scheduled_message_id: at('scheduled', 'mine').id,
      type: 'channel',
      to: id,
      topic: 't',
    }),
    'send_message by channel': ({ id }) => ({ type: 'channel', to: id, topic: 't', content: 'x' }),
    'ask by channel': ({ id }) => ({ type: 'channel', to: id, question: 'x', seconds: 0 }),
    'send_message by name': ({ name }) => ({ type: 'stream', to: name, topic: 't', content: 'x' }),
    'create_scheduled_message by channel': ({ id }) => ({ ...scheduled, type: 'channel', to: id }),
    'set_typing_status by channel': ({ id }) => ({
      op: 'start',
      type: 'channel',
      stream_id: id,
      topic: 't',
    }),
  }),
  ...general(administrators, {
    create_channel_folder: { name: 'Teams' },
    patch_channel_folders: { order: [] },
  }),
  ...general(nobody, { update_channel_folder: { channel_folder_id: 1, name: 'x' } }),
  ...general(everybody, {
    get_channel_folders: {},
    get_streams: {},
    get_subscriptions: {},
  }),
  ...general(members, {
    create_channel: { name: 'new', subscribers: [] },
    subscribe: { subscriptions: [{ name: 'public' }] },
    'subscribe by new name': { subscriptions: [{ name: 'brand new' }] },
  }),
  ...general(nobody, {
    'subscribe by hidden name': { subscriptions: [{ name: 'archived private' }] },
  }),
]
