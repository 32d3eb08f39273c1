import { describe, expect, test } from 'vitest'
import { MESSAGE_FLAGS } from '../../../../src/chat/messages/flags.ts'
import { type Notice, shouldPush } from '../../../../src/chat/notifications/wants-push.ts'

const NOW = 1_000_000_000

/** A message in a channel to a user with the settings of a new account. */
const IN_CHANNEL: Notice = {
  user_id: 1,
  message_id: 1,
  settings: '{}',
  channel_id: 1,
  flags: 0,
  mentions_channel: 0,
  is_muted: 0,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
  policy: null,
  active_at: null,
  idle_at: null,
  mutes_sender: 0,
  nowMs: NOW,
}
const DIRECT = { channel_id: null, is_muted: null }
const MENTION = { flags: MESSAGE_FLAGS.mentioned }
const TO_ALL = { mentions_channel: 1 }
const TO_TOPIC = { flags: MESSAGE_FLAGS.topic_wildcard_mentioned }
const settings = (changed: object) => ({ settings: JSON.stringify(changed) })

describe('a message is pushed', () => {
  test.each<[string, Partial<Notice>, boolean]>([
    ['directly', DIRECT, true],
    ['in a channel', {}, false],
    ['in a channel that one wants pushed', { push_notifications: 1 }, true],
    ['where all channels are wanted', settings({ enable_stream_push_notifications: true }), true],
    [
      'in a channel that is the exception',
      { ...settings({ enable_stream_push_notifications: true }), push_notifications: 0 },
      false,
    ],
    ['with a mention', MENTION, true],
    ['with a mention of all', TO_ALL, true],
    ['with a mention of the topic', TO_TOPIC, true],
    ['with a mention of all that is not wanted', { ...TO_ALL, wildcard_mentions_notify: 0 }, false],
    [
      'with a mention of all where the channel alone wants it',
      { ...TO_ALL, ...settings({ wildcard_mentions_notify: false }), wildcard_mentions_notify: 1 },
      true,
    ],
    ['in a followed topic', { policy: 3 }, true],
    [
      'in a followed topic that is not wanted',
      { policy: 3, ...settings({ enable_followed_topic_push_notifications: false }) },
      false,
    ],
    [
      'in a followed topic with a mention of all',
      { ...TO_ALL, policy: 3, ...settings({ enable_followed_topic_push_notifications: false }) },
      true,
    ],
    ['in a muted channel', { push_notifications: 1, is_muted: 1 }, false],
    ['in a muted channel, unmuted topic', { push_notifications: 1, is_muted: 1, policy: 2 }, true],
    ['in a muted channel, followed topic', { is_muted: 1, policy: 3 }, true],
    ['in a muted topic', { push_notifications: 1, policy: 1 }, false],
    ['in a muted topic with a mention of all', { ...TO_ALL, policy: 1 }, false],
    ['in a muted topic with a mention', { ...MENTION, policy: 1 }, true],
    ['by somebody who is muted', { ...DIRECT, mutes_sender: 1 }, false],
    [
      'directly where that is off',
      { ...DIRECT, ...settings({ enable_offline_push_notifications: false }) },
      false,
    ],
    [
      'with a mention where that is off',
      { ...MENTION, ...settings({ enable_offline_push_notifications: false }) },
      false,
    ],
    ['to somebody who is there', { ...DIRECT, active_at: NOW - 1_000 }, true],
    [
      'to somebody who is there and wants none then',
      {
        ...DIRECT,
        active_at: NOW - 1_000,
        ...settings({ enable_online_push_notifications: false }),
      },
      false,
    ],
    [
      'to somebody who was there',
      {
        ...DIRECT,
        active_at: NOW - 141_000,
        ...settings({ enable_online_push_notifications: false }),
      },
      true,
    ],
    [
      'to somebody who has gone since',
      {
        ...DIRECT,
        active_at: NOW - 2_000,
        idle_at: NOW - 1_000,
        ...settings({ enable_online_push_notifications: false }),
      },
      true,
    ],
  ])('%s: %o is %s', (_, change, isPushed) => {
    expect(shouldPush({ ...IN_CHANNEL, ...change })).toBe(isPushed)
  })
})
