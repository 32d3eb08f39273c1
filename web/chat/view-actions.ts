import type { Term } from '../lib/address.ts'
import { call } from '../lib/api.ts'
import { channelName, topicAddress } from '../store/names.ts'
import { markAllRead } from '../store/read.ts'
import { state, TOPIC_POLICY, topicKey } from '../store/state.ts'
import { isMuted } from '../store/unread.ts'
import { destinationOf } from '../store/views.ts'
import type { MenuItem } from '../ui/menu.tsx'
import { sayFailure } from '../ui/toast.tsx'
import { actionText as t } from '../words/actions.ts'

/** What a resolved topic begins with. */
const RESOLVED = '✔ '

/** What can be done with the channel or topic that a view shows, for its menu. */
export function itemsFor(channel: number, terms: readonly Term[]): readonly MenuItem[] {
  const to = destinationOf(terms)
  const topics: MenuItem = { label: t.topics, icon: 'hash', href: `#topics/${channel}` }
  const read: MenuItem = {
    label: t.markRead,
    icon: 'check',
    run: () => void markAllRead(terms).catch(sayFailure),
  }
  return to?.kind === 'topic'
    ? [read, topics, ...topicItems(channel, to.topic)]
    : [read, topics, ...channelItems(channel)]
}

function topicItems(channel: number, topic: string): readonly MenuItem[] {
  const policy = state.topicPolicies.value.get(topicKey(channel, topic))
  const set = (visibility_policy: number) => () =>
    void call('POST', 'user_topics', { stream_id: channel, topic, visibility_policy }).catch(
      sayFailure,
    )
  const isResolved = topic.startsWith(RESOLVED)
  const muted = isMuted(channel, topic)
  return [
    {
      label: isResolved ? t.unresolve : t.resolve,
      icon: 'check',
      run: () => void resolve(channel, topic).catch(sayFailure),
    },
    policy === TOPIC_POLICY.followed
      ? { label: t.unfollow, icon: 'bell', run: set(TOPIC_POLICY.inherit), begins: true }
      : { label: t.follow, icon: 'bell', run: set(TOPIC_POLICY.followed), begins: true },
    muted
      ? { label: t.unmuteTopic, icon: 'mute', run: set(TOPIC_POLICY.unmuted) }
      : { label: t.muteTopic, icon: 'mute', run: set(TOPIC_POLICY.muted) },
  ]
}

/** Marks a topic as resolved, or not: its messages move to one of another name. */
async function resolve(channel: number, topic: string): Promise<void> {
  const { messages } = await call<{ messages: readonly { id: number }[] }>('GET', 'messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: channel },
      { operator: 'topic', operand: topic },
    ],
    allow_empty_topic_name: true,
  })
  const [last] = messages
  if (!last) return
  const isResolved = topic.startsWith(RESOLVED)
  const next = isResolved ? topic.slice(RESOLVED.length) : `${RESOLVED}${topic}`
  await call('PATCH', `messages/${last.id}`, {
    topic: next,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: true,
  })
  location.hash = topicAddress(channel, next)
}

function channelItems(channel: number): readonly MenuItem[] {
  const own = state.subscriptions.value.get(channel)
  const name = channelName(channel)
  const fail = sayFailure
  if (!own) {
    const join = { subscriptions: [{ name }] }
    return [
      {
        label: t.joinChannel,
        icon: 'plus',
        run: () => void call('POST', 'users/me/subscriptions', join).catch(fail),
      },
    ]
  }
  const set = (property: string, value: boolean) => () =>
    void call('POST', 'users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: channel, property, value }],
    }).catch(fail)
  return [
    {
      label: own.is_muted ? t.unmuteChannel : t.muteChannel,
      icon: 'mute',
      run: set('is_muted', !own.is_muted),
    },
    {
      label: own.pin_to_top ? t.unpin : t.pin,
      icon: 'star',
      run: set('pin_to_top', !own.pin_to_top),
    },
    { label: t.channelSettings, icon: 'gear', href: `#channels/${channel}`, begins: true },
    {
      label: t.leaveChannel,
      icon: 'right',
      isDangerous: true,
      run: () =>
        void call('DELETE', 'users/me/subscriptions', { subscriptions: [name] }).catch(fail),
    },
  ]
}
