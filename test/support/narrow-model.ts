import type { Channel, Message, Subscription } from '../../src/chat/kernel/rows.ts'
import type { ReadState } from '../../src/chat/messages/read-state.ts'
import type { Person } from './chat-world.ts'

/** A term of a narrow as the model knows it; names are given as ids. */
export type ModelTerm = { negated: boolean } & (
  | { op: 'channel' | 'sender' | 'dm-including' | 'group-pm-with' | 'id' | 'mentions'; id: number }
  | { op: 'channels' | 'topic' | 'is' | 'has' | 'in' | 'search'; text: string }
  | { op: 'dm'; ids: readonly number[] }
)

/** Everything that decides what one requester gets, as plain rows. */
export interface ModelWorld {
  requester: Person
  messages: readonly Message[]
  states: ReadonlyMap<number, ReadState>
  channels: ReadonlyMap<number, Channel>
  subscriptions: ReadonlyMap<number, Subscription>
  /** Member ids by conversation. */
  conversations: ReadonlyMap<number, readonly number[]>
  /** Policy of the requester by `channel topic_key`. */
  policies: ReadonlyMap<string, number>
  reacted: ReadonlySet<number>
  /** Ids of users with a mention receipt, by message. */
  mentioned: ReadonlyMap<number, ReadonlySet<number>>
}

const GUEST = 600
const PUBLIC_OPERATORS = new Set(['channel', 'channels', 'topic'])
const DIRECT_OPERATORS = new Set(['dm', 'dm-including', 'group-pm-with'])

/** Whether the terms ask for a message that is in a channel and direct at once. */
export function contradicts(terms: readonly ModelTerm[]): boolean {
  const required = terms.filter(({ negated }) => !negated)
  const has = (test: (term: ModelTerm) => boolean) => required.some(test)
  const isChannel = (term: ModelTerm) =>
    PUBLIC_OPERATORS.has(term.op) ||
    (term.op === 'is' && ['resolved', 'followed'].includes(term.text))
  const isDirect = (term: ModelTerm) =>
    DIRECT_OPERATORS.has(term.op) || (term.op === 'is' && ['dm', 'private'].includes(term.text))
  return has(isChannel) && has(isDirect)
}

/** Ids that a narrow should answer, by looking at every message; also where they were asked for by id. */
export function naiveIds(
  world: ModelWorld,
  terms: readonly ModelTerm[],
  among: 'all' | 'received' | 'asked for' = 'all',
): number[] {
  return world.messages
    .filter(
      (message) =>
        isVisible(world, terms, message, among) &&
        terms.every((term) => fits(world, terms, term, message) !== term.negated),
    )
    .map(({ id }) => id)
}

/** The first unread id of a narrow outside of muted places; undefined where there is none. */
export function naiveFirstUnread(
  world: ModelWorld,
  terms: readonly ModelTerm[],
): number | undefined {
  const unread = { op: 'is', text: 'unread', negated: false } as const
  const home = { op: 'in', text: 'home', negated: false } as const
  return naiveIds(world, [...terms, unread, home])[0]
}

function canRead({ requester, channels, subscriptions }: ModelWorld, channelId: number): boolean {
  const channel = channels.get(channelId)
  if (!channel) return false
  if (subscriptions.get(channelId)?.is_active === 1 || channel.is_web_public === 1) return true
  return requester.user.role < GUEST && channel.is_private === 0
}

function isVisible(
  world: ModelWorld,
  terms: readonly ModelTerm[],
  message: Message,
  among: 'all' | 'received' | 'asked for',
): boolean {
  const isReceived = world.states.get(message.id)?.isReceived ?? false
  if (message.channel_id === null) return isReceived
  if (!canRead(world, message.channel_id)) return false
  if (isReceived) return true
  if (among === 'received') return false
  if (terms.some((term) => term.op === 'is' && term.text !== 'resolved')) return false
  if (world.channels.get(message.channel_id)?.has_shared_history !== 1) return false
  if (among === 'asked for') return true
  return terms.some(
    (term) =>
      !term.negated &&
      ((term.op === 'channel' && term.id === message.channel_id) ||
        (term.op === 'channels' && term.text === 'public' && world.requester.user.role < GUEST)),
  )
}

function fits(
  world: ModelWorld,
  terms: readonly ModelTerm[],
  term: ModelTerm,
  message: Message,
): boolean {
  const members = world.conversations.get(message.conversation_id ?? 0)
  const channel = world.channels.get(message.channel_id ?? 0)
  switch (term.op) {
    case 'channel':
      return message.channel_id === term.id
    case 'channels':
      return term.text === 'public' ? channel?.is_private === 0 : channel?.is_web_public === 1
    case 'topic':
      return channel !== undefined && message.topic.toLowerCase() === term.text.toLowerCase()
    case 'sender':
      return message.sender_id === term.id
    case 'id':
      return message.id === term.id
    case 'mentions':
      return world.mentioned.get(message.id)?.has(term.id) ?? false
    case 'dm-including':
      return members?.includes(term.id) ?? false
    case 'group-pm-with':
      return members !== undefined && members.length > 2 && members.includes(term.id)
    case 'dm': {
      const ids = new Set([world.requester.id, ...term.ids])
      return members?.length === ids.size && members.every((id) => ids.has(id))
    }
    case 'has':
      if (term.text === 'reaction') return world.reacted.has(message.id)
      return message[`has_${term.text as 'link' | 'image' | 'attachment'}`] === 1
    case 'in':
      return term.text === 'all' || !isMuted(world, terms, message)
    case 'search':
      return isFound(message, term.text)
    case 'is':
    default:
      return hasState(world, terms, term.text, message)
  }
}

function hasState(
  world: ModelWorld,
  terms: readonly ModelTerm[],
  state: string,
  message: Message,
): boolean {
  const known = world.states.get(message.id)
  const bits = known?.bits ?? 0
  const inChannel = message.channel_id !== null
  switch (state) {
    case 'dm':
    case 'private':
      return !inChannel
    case 'starred':
      return (bits & 1) !== 0
    case 'alerted':
      return (bits & 16) !== 0
    case 'mentioned':
      return (bits & 12) !== 0 || message.mentions_channel === 1
    case 'unread':
      if (inChannel && world.subscriptions.get(message.channel_id ?? 0)?.is_active !== 1)
        return false
      return known?.isRead === false
    case 'resolved':
      return inChannel && message.topic.startsWith('\u2714 ')
    case 'followed':
      return policyOf(world, message) === 3
    default:
      return isMuted(world, terms, message)
  }
}

function policyOf({ policies }: ModelWorld, message: Message): number | undefined {
  return policies.get(`${message.channel_id} ${message.topic_key}`)
}

function isMuted(world: ModelWorld, terms: readonly ModelTerm[], message: Message): boolean {
  if (message.channel_id === null) return false
  const policy = policyOf(world, message)
  if (policy === 1) return true
  if (policy === 2 || policy === 3) return false
  if (terms.some(({ op, negated }) => op === 'channel' && !negated)) return false
  return world.subscriptions.get(message.channel_id)?.is_muted === 1
}

/** Stems of the words that worlds are made of. */
const STEMS: Record<string, string> = {
  apples: 'apple',
  running: 'run',
  café: 'cafe',
}

function stems(text: string): string[] {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return words.map((word) => STEMS[word] ?? word)
}

function isFound({ topic, content }: Message, search: string): boolean {
  const texts = [stems(topic), stems(content)]
  const phrases = search.includes('"') ? [stems(search)] : stems(search).map((word) => [word])
  if (phrases.flat().length === 0) return false
  return phrases.every((phrase) =>
    texts.some((words) =>
      words.some((_, at) => phrase.every((word, index) => words[at + index] === word)),
    ),
  )
}
