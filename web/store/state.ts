import { type Signal, signal } from '@preact/signals'
import type {
  Channel,
  Draft,
  Group,
  Reminder,
  Scheduled,
  Subscription,
  User,
} from '../lib/types.ts'

/** Where an unread message is. */
export type UnreadMessage = { mentions: boolean } & (
  | { kind: 'topic'; channel: number; topic: string }
  | {
      kind: 'direct'
      /** The others in the conversation, or the reader alone. */ people: readonly number[]
    }
)

/** When somebody was last there, in UNIX seconds. */
export interface Presence {
  active: number
  idle: number
}

/** What somebody says of themself. */
export interface Status {
  text: string
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

/** A custom emoji. */
export interface CustomEmoji {
  id: string
  name: string
  source_url: string
  deactivated: boolean
}

/** How much of a topic the reader wants to hear: 0 as of its channel, 1 muted, 2 unmuted, 3 followed. */
export const TOPIC_POLICY = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const

/** Settings of the organization by their names in the API, without the prefix `realm_`. */
export type Organization = Readonly<Record<string, unknown>>

/** What every tab of a browser knows of the chat: the snapshot of a queue, kept up to date by its events. */
export interface SharedState {
  /** Id of the reader's account; undefined until there is a snapshot. */
  me: number | undefined
  users: ReadonlyMap<number, User>
  groups: ReadonlyMap<number, Group>
  channels: ReadonlyMap<number, Channel>
  subscriptions: ReadonlyMap<number, Subscription>
  /** Unread messages by their id. */
  unread: ReadonlyMap<number, UnreadMessage>
  starred: ReadonlySet<number>
  /** Policies by channel and topic in lower case, as `topicKey` writes them. */
  topicPolicies: ReadonlyMap<string, number>
  mutedUsers: ReadonlySet<number>
  presences: ReadonlyMap<number, Presence>
  statuses: ReadonlyMap<number, Status>
  drafts: readonly Draft[]
  scheduled: readonly Scheduled[]
  reminders: readonly Reminder[]
  customEmoji: ReadonlyMap<string, CustomEmoji>
  organization: Organization
  /** Preferences of the reader. */
  settings: Readonly<Record<string, unknown>>
  /** What the server says of itself: limits, addresses. */
  server: Readonly<Record<string, unknown>>
  /** Clock of the server less that of this browser, in seconds. */
  clockAheadSeconds: number
}

/** The state before there is any. */
export function emptyState(): SharedState {
  return {
    me: undefined,
    users: new Map(),
    groups: new Map(),
    channels: new Map(),
    subscriptions: new Map(),
    unread: new Map(),
    starred: new Set(),
    topicPolicies: new Map(),
    mutedUsers: new Set(),
    presences: new Map(),
    statuses: new Map(),
    drafts: [],
    scheduled: [],
    reminders: [],
    customEmoji: new Map(),
    organization: {},
    settings: {},
    server: {},
    clockAheadSeconds: 0,
  }
}

type Signals = { readonly [Name in keyof SharedState]: Signal<SharedState[Name]> }

/** The shared state, each field as a signal: what shows it follows it. */
export const state = Object.fromEntries(
  Object.entries(emptyState()).map(([name, value]) => [name, signal(value)]),
) as unknown as Signals

/** Replaces the whole shared state. */
export function setState(next: SharedState): void {
  for (const [name, value] of Object.entries(next)) {
    ;(state[name as keyof SharedState] as Signal<unknown>).value = value
  }
}

/** A copy that another tab can be sent. */
export function getState(): SharedState {
  return Object.fromEntries(
    Object.entries(state).map(([name, { value }]) => [name, value]),
  ) as unknown as SharedState
}

/** Who is looking at this page: nobody yet known, nobody who is signed in, or an account. */
export const session = signal<'unknown' | 'out' | 'in'>('unknown')

/** Whether news arrive: they do, a connection is being made, there is none, or the reader has to sign in again. */
export const connection = signal<'live' | 'connecting' | 'offline' | 'ended'>('connecting')

/** Who types now, by place: `topicKey` or `directKey`, then user ids with the time when that ends, in ms. */
export const typing = signal<ReadonlyMap<string, ReadonlyMap<number, number>>>(new Map())

/** A topic as the key of maps; topics differ in more than their case, or how accents are written. */
export function topicKey(channel: number, topic: string): string {
  return `${channel} ${topic.normalize('NFC').toLowerCase()}`
}

/** A conversation as the key of maps, by the ids of the others in it. */
export function directKey(people: readonly number[]): string {
  return `dm ${[...people].toSorted((a, b) => a - b).join(',')}`
}

/** The account that reads. Throws before there is a snapshot. */
export function ownUser(): User {
  const user = state.users.value.get(state.me.value ?? 0)
  if (!user) throw new Error('The account of the reader is not known yet.')
  return user
}
