import type { Term } from '../lib/address.ts'
import { call } from '../lib/api.ts'
import {
  CHANNEL_HEARING,
  type Hearing,
  hearingOfChannel,
  hearingOfTopic,
  policyFor,
} from '../store/hearing.ts'
import { markAllRead } from '../store/mark-read.ts'
import { channelName, topicAddress } from '../store/names.ts'
import { state } from '../store/state.ts'
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
  const isResolved = topic.startsWith(RESOLVED)
  const hear = async (hearing: Hearing) =>
    call('POST', 'user_topics', {
      stream_id: channel,
      topic,
      visibility_policy: policyFor(channel, hearing),
    })
  return [
    {
      label: isResolved ? t.unresolve : t.resolve,
      icon: 'check',
      run: () => void resolve(channel, topic).catch(sayFailure),
    },
    ...hearingItems(t.ofTopic, hearingOfTopic(channel, topic), hear),
  ]
}

/** How much one is told of: one of three. */
function hearingItems(
  names: Readonly<Record<Hearing, string>>,
  now: Hearing,
  hear: (hearing: Hearing) => Promise<unknown>,
): readonly MenuItem[] {
  const icons = { all: 'bell', mentions: 'at', nothing: 'mute' } as const
  return (['all', 'mentions', 'nothing'] as const).map((hearing) => ({
    label: names[hearing],
    icon: icons[hearing],
    isChecked: hearing === now,
    begins: hearing === 'all',
    run: () => void hear(hearing).catch(sayFailure),
  }))
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
  const set = async (fields: Readonly<Record<string, boolean>>) =>
    call('POST', 'users/me/subscriptions/properties', {
      subscription_data: Object.entries(fields).map(([property, value]) => ({
        stream_id: channel,
        property,
        value,
      })),
    })
  return [
    {
      label: own.pin_to_top ? t.unpin : t.pin,
      icon: 'star',
      run: () => void set({ pin_to_top: !own.pin_to_top }).catch(fail),
    },
    ...hearingItems(t.ofChannel, hearingOfChannel(channel), async (hearing) =>
      set(CHANNEL_HEARING[hearing]),
    ),
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
