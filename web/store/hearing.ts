import { state, TOPIC_POLICY, topicKey } from './state.ts'

/** How much of a channel or topic the reader is told of: all messages, those that mention them, or nothing. */
export type Hearing = 'all' | 'mentions' | 'nothing'

/** Fields of a subscription that say it; a topic follows its channel unless it has a word of its own. */
export const CHANNEL_HEARING = {
  all: { is_muted: false, desktop_notifications: true },
  mentions: { is_muted: false, desktop_notifications: false },
  nothing: { is_muted: true },
} as const

/** How much of a channel the reader is told of. */
export function hearingOfChannel(channel: number): Hearing {
  const own = state.subscriptions.value.get(channel)
  if (own?.is_muted) return 'nothing'
  const usual = state.settings.value['enable_stream_desktop_notifications'] === true
  return (own?.desktop_notifications ?? usual) ? 'all' : 'mentions'
}

/** How much of a topic the reader is told of. */
export function hearingOfTopic(channel: number, topic: string): Hearing {
  const policy = state.topicPolicies.value.get(topicKey(channel, topic)) ?? TOPIC_POLICY.inherit
  if (policy === TOPIC_POLICY.muted) return 'nothing'
  if (policy === TOPIC_POLICY.followed) return 'all'
  return policy === TOPIC_POLICY.unmuted ? 'mentions' : hearingOfChannel(channel)
}

/** What says how much of a topic is heard: nothing of its own where its channel says the same. */
export function policyFor(channel: number, hearing: Hearing): number {
  if (hearing === hearingOfChannel(channel)) return TOPIC_POLICY.inherit
  if (hearing === 'nothing') return TOPIC_POLICY.muted
  return hearing === 'all' ? TOPIC_POLICY.followed : TOPIC_POLICY.unmuted
}
