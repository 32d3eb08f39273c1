import type { Term } from '../lib/address.ts'
import { narrowAddress } from '../lib/address.ts'
import { formatNames } from '../lib/format.ts'
import { t } from '../words/frame.ts'
import { state } from './state.ts'

/** Somebody's name, also of an account that is not known. */
export function userName(id: number): string {
  return state.users.value.get(id)?.full_name ?? t.somebody
}

/** The name of a channel, also of one that is not known. */
export function channelName(id: number): string {
  return state.channels.value.get(id)?.name ?? t.someChannel
}

/** A topic as it is shown; the empty one has a name of its own. */
export function topicName(topic: string): string {
  return topic === '' ? t.emptyTopic : topic
}

/** The people of a conversation, without the reader unless they are alone. */
export function peopleNames(people: readonly number[]): string {
  return formatNames(people.map(userName))
}

/** The address of a channel, a topic of it, or a message in it. */
export function topicAddress(channel: number, topic?: string, near?: number): string {
  const terms: Term[] = [{ operator: 'channel', operand: channel }]
  if (topic !== undefined) terms.push({ operator: 'topic', operand: topic })
  return narrowAddress(terms, { near, nameOf: (id) => state.channels.value.get(id)?.name ?? '' })
}

/** The address of the conversation with these people. */
export function directAddress(people: readonly number[], near?: number): string {
  const sorted = people.toSorted((a, b) => a - b)
  return narrowAddress([{ operator: 'dm', operand: sorted }], { near })
}

/** The name of the organization. */
export function organizationName(): string {
  const { name } = state.organization.value
  return typeof name === 'string' ? name : t.product
}
