import { computed } from '@preact/signals'
import { directKey, state, TOPIC_POLICY, topicKey } from './state.ts'

/** Unread messages in one place. */
export interface UnreadPlace {
  ids: readonly number[]
  mentions: number
}

/** Unread messages by place: `topicKey` or `directKey`. */
export const unreadByPlace = computed<ReadonlyMap<string, UnreadPlace>>(() => {
  const places = new Map<string, { ids: number[]; mentions: number }>()
  for (const [id, message] of state.unread.value) {
    const key =
      message.kind === 'topic'
        ? topicKey(message.channel, message.topic)
        : directKey(message.people)
    const place = places.get(key) ?? { ids: [], mentions: 0 }
    place.ids.push(id)
    if (message.mentions) place.mentions += 1
    places.set(key, place)
  }
  return places
})

/** A topic with unread messages that the reader wants to hear of, or is mentioned in. */
export interface UnreadTopic extends UnreadPlace {
  channel: number
  topic: string
  isMuted: boolean
}

/** Topics with unread messages, those with the newest one first. */
export const unreadTopics = computed<readonly UnreadTopic[]>(() => {
  const topics = new Map<string, UnreadTopic>()
  for (const message of state.unread.value.values()) {
    if (message.kind !== 'topic') continue
    const { channel, topic } = message
    const key = topicKey(channel, topic)
    const place = unreadByPlace.value.get(key)
    if (topics.has(key) || !place || !state.subscriptions.value.has(channel)) continue
    topics.set(key, { channel, topic, isMuted: isMuted(channel, topic), ...place })
  }
  return [...topics.values()].toSorted((a, b) => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0))
})

/** Conversations with unread messages, those with the newest one first. */
export const unreadDirect = computed<readonly (UnreadPlace & { people: readonly number[] })[]>(
  () => {
    const found = new Map<string, UnreadPlace & { people: readonly number[] }>()
    for (const message of state.unread.value.values()) {
      if (message.kind !== 'direct') continue
      const { people } = message
      const key = directKey(people)
      const place = unreadByPlace.value.get(key)
      const isMutedPerson = people.length === 1 && state.mutedUsers.value.has(people[0] ?? 0)
      if (place && !found.has(key) && !isMutedPerson) found.set(key, { people, ...place })
    }
    return [...found.values()].toSorted((a, b) => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0))
  },
)

/** How much of each channel is unread and not muted. */
export const unreadByChannel = computed<ReadonlyMap<number, { count: number; mentions: number }>>(
  () => {
    const channels = new Map<number, { count: number; mentions: number }>()
    for (const { channel, ids, mentions, isMuted: muted } of unreadTopics.value) {
      const before = channels.get(channel) ?? { count: 0, mentions: 0 }
      channels.set(channel, {
        count: before.count + (muted ? 0 : ids.length),
        mentions: before.mentions + mentions,
      })
    }
    return channels
  },
)

/** How much of everything is unread and not muted. */
export const unreadCount = computed<number>(() => {
  let sum = 0
  for (const { count } of unreadByChannel.value.values()) sum += count
  for (const { ids } of unreadDirect.value) sum += ids.length
  return sum
})

/** Whether the reader does not want to hear of a topic. */
export function isMuted(channel: number, topic: string): boolean {
  const policy = state.topicPolicies.value.get(topicKey(channel, topic)) ?? TOPIC_POLICY.inherit
  if (policy !== TOPIC_POLICY.inherit) return policy === TOPIC_POLICY.muted
  return state.subscriptions.value.get(channel)?.is_muted ?? false
}
