import { call } from '../lib/api.ts'
import { HOUR_SECONDS } from '../lib/durations.ts'
import type {
  Channel,
  Draft,
  Group,
  Reminder,
  Scheduled,
  Subscription,
  User,
} from '../lib/types.ts'
import {
  type CustomEmoji,
  emptyState,
  type SharedState,
  topicKey,
  type UnreadMessage,
} from './state.ts'

/** What a queue is asked to tell of. */
const EVENT_TYPES = [
  'attachment',
  'channel_folder',
  'custom_profile_fields',
  'default_streams',
  'delete_message',
  'drafts',
  'invites_changed',
  'message',
  'muted_users',
  'presence',
  'reaction',
  'realm',
  'realm_emoji',
  'realm_export',
  'realm_linkifiers',
  'realm_user',
  'reminders',
  'scheduled_messages',
  'stream',
  'submessage',
  'subscription',
  'typing',
  'update_message',
  'update_message_flags',
  'user_group',
  'user_settings',
  'user_status',
  'user_topic',
]

/** What the snapshot holds: as little as the first sight of the page needs. */
const FETCHED = [
  'drafts',
  'message',
  'muted_users',
  'presence',
  'realm',
  'realm_emoji',
  'realm_user',
  'realm_user_groups',
  'reminders',
  'scheduled_messages',
  'starred_messages',
  'stream',
  'subscription',
  'update_message_flags',
  'user_settings',
  'user_status',
  'user_topic',
]

/** How long the server keeps the queue while nobody asks: a laptop may sleep through a meeting. */
const QUEUE_IDLE_SECONDS = HOUR_SECONDS

/** A queue and where reading begins. */
export interface Queue {
  id: string
  lastEventId: number
}

interface UnreadSnapshot {
  streams: readonly { stream_id: number; topic: string; unread_message_ids: readonly number[] }[]
  pms: readonly { other_user_id: number; unread_message_ids: readonly number[] }[]
  huddles: readonly { user_ids_string: string; unread_message_ids: readonly number[] }[]
  mentions: readonly number[]
}

interface Snapshot {
  queue_id: string
  last_event_id: number
  realm_users: readonly User[]
  user_id?: number
  realm_user_groups: readonly Group[]
  streams: readonly Channel[]
  subscriptions: readonly Subscription[]
  unread_msgs: UnreadSnapshot
  starred_messages: readonly number[]
  user_topics: readonly { stream_id: number; topic_name: string; visibility_policy: number }[]
  muted_users: readonly { id: number }[]
  presences: Readonly<Record<string, { active_timestamp?: number; idle_timestamp?: number }>>
  user_status: Readonly<
    Record<
      string,
      { status_text?: string; emoji_name?: string; emoji_code?: string; reaction_type?: string }
    >
  >
  drafts: readonly Draft[]
  scheduled_messages: readonly Scheduled[]
  reminders: readonly Reminder[]
  realm_emoji: Readonly<Record<string, CustomEmoji>>
  user_settings: Readonly<Record<string, unknown>>
  server_timestamp?: number
}

/** Registers a queue. Returns it with the state it begins at; undefined for somebody who is not signed in. Throws `Refused`. */
export async function register(): Promise<{ queue: Queue; state: SharedState } | undefined> {
  const snapshot = await call<Snapshot>('POST', 'register', {
    event_types: EVENT_TYPES,
    fetch_event_types: FETCHED,
    apply_markdown: true,
    client_extavatar: false,
    slim_presence: true,
    idle_queue_timeout: QUEUE_IDLE_SECONDS,
    client_capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      user_avatar_url_field_optional: false,
      stream_typing_notifications: true,
      user_settings_object: true,
      empty_topic_name: true,
      archived_channels: true,
    },
  })
  const me = snapshot.user_id
  if (me === undefined || snapshot.queue_id === null) return undefined
  return {
    queue: { id: snapshot.queue_id, lastEventId: snapshot.last_event_id },
    state: stateOf(me, snapshot),
  }
}

function stateOf(me: number, snapshot: Snapshot): SharedState {
  const subscriptions = byId(snapshot.subscriptions, 'stream_id')
  const channels = byId<Channel>(snapshot.streams ?? [], 'stream_id')
  for (const [id, channel] of subscriptions) channels.set(id, channel)
  return {
    ...emptyState(),
    me,
    users: byId(snapshot.realm_users, 'user_id'),
    groups: byId(snapshot.realm_user_groups ?? [], 'id'),
    channels,
    subscriptions,
    unread: unreadOf(me, snapshot.unread_msgs),
    starred: new Set(snapshot.starred_messages),
    topicPolicies: new Map(
      (snapshot.user_topics ?? []).map(({ stream_id, topic_name, visibility_policy }) => [
        topicKey(stream_id, topic_name),
        visibility_policy,
      ]),
    ),
    mutedUsers: new Set((snapshot.muted_users ?? []).map(({ id }) => id)),
    presences: new Map(
      Object.entries(snapshot.presences ?? {}).map(
        ([id, { active_timestamp: active = 0, idle_timestamp: idle = 0 }]) => [
          Number(id),
          { active, idle },
        ],
      ),
    ),
    statuses: new Map(
      Object.entries(snapshot.user_status ?? {}).map(([id, status]) => [
        Number(id),
        {
          text: status.status_text ?? '',
          emoji_name: status.emoji_name ?? '',
          emoji_code: status.emoji_code ?? '',
          reaction_type: status.reaction_type ?? '',
        },
      ]),
    ),
    drafts: snapshot.drafts ?? [],
    scheduled: snapshot.scheduled_messages ?? [],
    reminders: snapshot.reminders ?? [],
    customEmoji: new Map(Object.entries(snapshot.realm_emoji ?? {})),
    organization: fieldsNamed(snapshot, 'realm_'),
    settings: snapshot.user_settings ?? {},
    server: serverFields(snapshot),
    clockAheadSeconds: (snapshot.server_timestamp ?? Date.now() / 1_000) - Date.now() / 1_000,
  }
}

function byId<Item extends object>(items: readonly Item[], name: keyof Item): Map<number, Item> {
  return new Map(items.map((item) => [Number(item[name]), item]))
}

const LARGE: ReadonlySet<string> = new Set(['realm_users', 'realm_emoji', 'realm_user_groups'])

function fieldsNamed(snapshot: object, prefix: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(snapshot)
      .filter(([name]) => name.startsWith(prefix) && !LARGE.has(name))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  )
}

function serverFields(snapshot: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(snapshot).filter(([name]) => /^(?:server_|max_|zulip_|is_|can_)/.test(name)),
  )
}

function unreadOf(me: number, counts: UnreadSnapshot): Map<number, UnreadMessage> {
  const mentions = new Set(counts.mentions)
  const unread = new Map<number, UnreadMessage>()
  for (const { stream_id: channel, topic, unread_message_ids } of counts.streams) {
    for (const id of unread_message_ids) {
      unread.set(id, { kind: 'topic', channel, topic, mentions: mentions.has(id) })
    }
  }
  const direct = [
    ...counts.pms.map(({ other_user_id, unread_message_ids: ids }) => ({
      people: [other_user_id],
      ids,
    })),
    ...counts.huddles.map(({ user_ids_string, unread_message_ids: ids }) => ({
      people: user_ids_string
        .split(',')
        .map(Number)
        .filter((id) => id !== me),
      ids,
    })),
  ]
  for (const { people, ids } of direct) {
    for (const id of ids) unread.set(id, { kind: 'direct', people, mentions: mentions.has(id) })
  }
  return unread
}
