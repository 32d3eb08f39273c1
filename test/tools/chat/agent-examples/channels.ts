import { expect } from 'vitest'
import { type AgentExamples, NO_CHANNEL } from './example.ts'

/** Channels, and who is in them. */
export const channelExamples: AgentExamples = {
  get_streams: {
    call: { query: 'la' },
    shows: { channels: [{ name: 'lab', joined: true }], total: 1 },
    fails: [{ limit: 0 }, /limit/],
  },
  get_subscriptions: {
    call: { query: '#lab' },
    shows: { channels: [{ name: 'lab', is_muted: false }], total: 1 },
    fails: [{ limit: 0 }, /limit/],
  },
  get_stream_topics: {
    call: { channel: 'lab' },
    shows: { topics: expect.arrayContaining([expect.objectContaining({ name: 't' })]) },
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
    fails: [{ stream: 'nowhere' }, /does not exist/],
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
      /does not exist/,
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
