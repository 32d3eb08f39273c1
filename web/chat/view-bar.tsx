import type { Term } from '../lib/address.ts'
import { call } from '../lib/api.ts'
import { channelName, peopleNames, topicAddress, topicName } from '../store/names.ts'
import { markAllRead } from '../store/read.ts'
import { state, TOPIC_POLICY, topicKey } from '../store/state.ts'
import { isMuted } from '../store/unread.ts'
import { destinationOf, operandOf, viewTitle } from '../store/views.ts'
import { Icon } from '../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../ui/menu.tsx'
import { sayFailure } from '../ui/toast.tsx'
import { chatText as t, RESOLVED } from './strings.ts'

/** What a view is, over it, and what can be done with it. */
export function ViewBar({ terms }: { terms: readonly Term[] }) {
  const channel = operandOf(terms, 'channel')
  const to = destinationOf(terms)
  const isOfChannel = typeof channel === 'number' && terms.length <= 2
  return (
    <>
      <h1 class="view-title">
        {isOfChannel ? (
          <>
            <a class="truncate channel" href={topicAddress(channel)}>
              # {channelName(channel)}
            </a>
            {to?.kind === 'topic' && (
              <>
                <span class="dim" aria-hidden="true">
                  ›
                </span>
                <span class="truncate">{topicName(to.topic)}</span>
              </>
            )}
          </>
        ) : (
          <span class="truncate">
            {to?.kind === 'direct' ? peopleNames(to.people) : viewTitle(terms)}
          </span>
        )}
      </h1>
      {isOfChannel && (
        <MenuButton
          label={t.topicActions}
          items={() => itemsFor(channel, to?.kind === 'topic' ? to.topic : undefined, terms)}
        >
          <Icon name="more" />
        </MenuButton>
      )}
    </>
  )
}

function itemsFor(
  channel: number,
  topic: string | undefined,
  terms: readonly Term[],
): readonly MenuItem[] {
  const read: MenuItem = {
    label: t.markRead,
    icon: 'check',
    run: () => void markAllRead(terms).catch(sayFailure),
  }
  return topic === undefined
    ? [read, ...channelItems(channel)]
    : [read, ...topicItems(channel, topic)]
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
