import { MESSAGE_FLAGS } from '../messages/flags.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { isTopicMuted, TOPIC_POLICIES } from '../topics/topic-policy.ts'
import { chosen, isActive, type Notice } from './wants-push.ts'

/** Whether a user's settings ask to mail a message that stays unread (spec 2.3 and 4.4). */
export function shouldMail(notice: Notice): boolean {
  const settings = settingsOf(notice)
  if (notice.mutes_sender > 0 || isActive(notice)) return false
  const offline = settings.enable_offline_email_notifications
  if (notice.channel_id === null || (notice.flags & MESSAGE_FLAGS.mentioned) !== 0) return offline
  const isAll =
    notice.mentions_channel === 1 || (notice.flags & MESSAGE_FLAGS.topic_wildcard_mentioned) !== 0
  if (notice.policy === TOPIC_POLICIES.followed) {
    if (settings.enable_followed_topic_email_notifications) return true
    if (isAll && settings.enable_followed_topic_wildcard_mentions_notify) return offline
  }
  if (isTopicMuted(notice.policy, notice.is_muted === 1)) return false
  if (isAll && chosen(notice.wildcard_mentions_notify, settings.wildcard_mentions_notify)) {
    return offline
  }
  return chosen(notice.email_notifications, settings.enable_stream_email_notifications)
}
