import type { Flag } from '../../store/tables/chat-record-tables.ts'
import { MESSAGE_FLAGS } from '../messages/flags.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { isTopicMuted, TOPIC_POLICIES } from '../topics/topic-policy.ts'

/** One unread message for one user, with the facts that decide whether to notify the user's devices. */
export interface Notice {
  user_id: number
  message_id: number
  /** The user's settings as stored. */
  settings: string
  /** Null for direct messages. */
  channel_id: number | null
  /** Bits of the receipt. */
  flags: number
  mentions_channel: Flag
  /** Whether the subscription is muted; null without a subscription. */
  is_muted: Flag | null
  push_notifications: Flag | null
  email_notifications: Flag | null
  wildcard_mentions_notify: Flag | null
  /** The user's policy for the topic, one of `TOPIC_POLICIES`; null where there is none. */
  policy: number | null
  active_at: number | null
  idle_at: number | null
  /** How often the user has muted the sender. */
  mutes_sender: number
  nowMs: number
}

/** An active report of presence counts for this long. */
const ACTIVE_MS = 140_000

/** Whether a user's settings ask to push a message (spec 2.3 and 4.4). */
export function shouldPush(notice: Notice): boolean {
  const settings = settingsOf(notice)
  if (notice.mutes_sender > 0) return false
  if (isActive(notice) && !settings.enable_online_push_notifications) return false
  const offline = settings.enable_offline_push_notifications
  if (notice.channel_id === null || (notice.flags & MESSAGE_FLAGS.mentioned) !== 0) return offline
  const isFollowed = notice.policy === TOPIC_POLICIES.followed
  const isAll =
    notice.mentions_channel === 1 || (notice.flags & MESSAGE_FLAGS.topic_wildcard_mentioned) !== 0
  if (isFollowed) {
    if (settings.enable_followed_topic_push_notifications) return true
    if (isAll && settings.enable_followed_topic_wildcard_mentions_notify) return offline
  }
  if (isTopicMuted(notice.policy, notice.is_muted === 1)) return false
  if (isAll && chosen(notice.wildcard_mentions_notify, settings.wildcard_mentions_notify)) {
    return offline
  }
  return chosen(notice.push_notifications, settings.enable_stream_push_notifications)
}

/** Whether the user was there a moment ago. */
export function isActive({ active_at, idle_at, nowMs }: Notice): boolean {
  return active_at !== null && nowMs - active_at < ACTIVE_MS && active_at >= (idle_at ?? 0)
}

/** The channel's setting, else the user's default. */
export function chosen(own: Flag | null, general: boolean): boolean {
  return own === null ? general : own === 1
}
