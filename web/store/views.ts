import type { Term } from '../lib/address.ts'
import type { Message } from '../lib/types.ts'
import { t } from '../words/frame.ts'
import {
  channelName,
  peopleNames,
  topicName,
  userName,
  directAddress,
  topicAddress,
} from './names.ts'
import { directKey, state, topicKey } from './state.ts'

/** Where a message can be sent to. */
export type Destination =
  | { kind: 'topic'; channel: number; topic: string }
  | { kind: 'direct'; people: readonly number[] }

/** What a term names: text, an id, or ids. */
export function operandOf(terms: readonly Term[], operator: string): Term['operand'] | undefined {
  return terms.find((term) => term.operator === operator && !term.negated)?.operand
}

/** Where somebody writes to who looks at these messages; undefined where they have to choose. */
export function destinationOf(terms: readonly Term[]): Destination | undefined {
  const [channel, topic, people] = ['channel', 'topic', 'dm'].map((name) => operandOf(terms, name))
  if (Array.isArray(people)) return { kind: 'direct', people: people as readonly number[] }
  if (typeof channel !== 'number' || topic === undefined) return undefined
  return { kind: 'topic', channel, topic: String(topic) }
}

/** A destination as the key of maps. */
export function destinationKey(to: Destination): string {
  return to.kind === 'topic' ? topicKey(to.channel, to.topic) : directKey(to.people)
}

/** Where a message is. */
export function placeOfMessage(
  message: Pick<Message, 'type' | 'stream_id' | 'subject' | 'display_recipient'>,
): Destination {
  if (message.type === 'stream') {
    return { kind: 'topic', channel: message.stream_id ?? 0, topic: message.subject }
  }
  const ids =
    typeof message.display_recipient === 'string'
      ? []
      : message.display_recipient.map(({ id }) => id)
  const others = ids.filter((id) => id !== state.me.value)
  return { kind: 'direct', people: others.length > 0 ? others : ids }
}

/** Where a message is, for links to it. */
export function addressOf(message: Message): string {
  const place = placeOfMessage(message)
  return place.kind === 'topic'
    ? topicAddress(place.channel, place.topic, message.id)
    : directAddress(place.people, message.id)
}

/** Whether a message belongs to a view; undefined where only the server knows: words, and what is stored with messages. */
export function matches(terms: readonly Term[], message: Message): boolean | undefined {
  const results = new Set(
    terms.map((term) => {
      const result = matchesTerm(term, message)
      return term.negated && result !== undefined ? !result : result
    }),
  )
  if (results.has(false)) return false
  return results.has(undefined) ? undefined : true
}

function matchesTerm({ operator, operand }: Term, message: Message): boolean | undefined {
  switch (operator) {
    case 'channel':
      return typeof operand === 'number' ? message.stream_id === operand : undefined
    case 'topic':
      return message.subject.toLowerCase() === String(operand).toLowerCase()
    case 'dm': {
      if (message.type !== 'private') return false
      const place = placeOfMessage(message)
      if (place.kind !== 'direct' || !Array.isArray(operand)) return undefined
      const others = (operand as readonly number[]).filter((id) => id !== state.me.value)
      const people = others.length > 0 ? others : (operand as readonly number[])
      return directKey(place.people) === directKey(people)
    }
    case 'sender':
      return typeof operand === 'number' ? message.sender_id === operand : undefined
    case 'is':
      return matchesFlag(String(operand), message)
    default:
      return undefined
  }
}

function matchesFlag(flag: string, { type, flags }: Message): boolean | undefined {
  switch (flag) {
    case 'dm':
      return type === 'private'
    case 'starred':
      return flags.includes('starred')
    case 'unread':
      return !flags.includes('read')
    case 'mentioned':
      return flags.some((one) => one === 'mentioned' || one.endsWith('wildcard_mentioned'))
    default:
      return undefined
  }
}

/** Name of a view: its topic, people, or searched words. */
export function viewTitle(terms: readonly Term[]): string {
  const to = destinationOf(terms)
  if (to?.kind === 'topic' && terms.length === 2) return topicName(to.topic)
  if (to?.kind === 'direct' && terms.length === 1) return peopleNames(to.people)
  const [only] = terms
  if (terms.length === 0 || !only) return t.navigation.all
  if (terms.length === 1 && only.operator === 'channel' && typeof only.operand === 'number') {
    return channelName(only.operand)
  }
  if (terms.length === 1 && only.operator === 'is') {
    const named = { mentioned: t.navigation.mentions, starred: t.navigation.starred }
    const title = (named as Record<string, string | undefined>)[String(only.operand)]
    if (title !== undefined) return title
  }
  return terms.map(termText).join(' ')
}

/** A term as people write it: `from:Ada`, or the words that are searched for. */
export function termText({ operator, operand, negated }: Term): string {
  const sign = negated ? '-' : ''
  if (operator === 'search') return `${sign}${String(operand)}`
  return `${sign}${operator === 'sender' ? 'from' : operator}:${operandText(operator, operand)}`
}

function operandText(operator: string, operand: Term['operand']): string {
  if (operator === 'channel' && typeof operand === 'number') return channelName(operand)
  if (operator === 'sender' && typeof operand === 'number') return userName(operand)
  if (Array.isArray(operand)) return peopleNames(operand as readonly number[])
  return String(operand)
}
