import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { call } from '../lib/api.ts'
import type { ChatEvent, EventOf } from '../lib/types.ts'
import { onEvent } from './apply-events.ts'
import { snapshots } from './start.ts'
import { session, state } from './state.ts'
import { isMuted, unreadByPlace } from './unread.ts'
import { type Destination, destinationKey, placeOfMessage } from './views.ts'

/** A topic or direct conversation, as the server lists it. */
export interface Conversation {
  to: Destination
  newest: number
  timestamp: number
  /** Who wrote last, the newest first. */
  senders: readonly number[]
  isMine: boolean
  hasBots: boolean
}

interface Listed {
  stream_id?: number
  topic?: string
  user_ids?: readonly number[]
  max_message_id: number
  timestamp: number
  sender_ids: readonly number[]
  participated: boolean
  has_bots: boolean
}

/** Which conversations a list holds; all of them where nothing is said. */
export interface ConversationFilter {
  filters?: readonly ('unread' | 'participated' | 'bots' | 'unmuted')[]
  type?: 'channel' | 'direct'
  stream_id?: number | undefined
}

/** People whose faces stand beside a conversation. */
const FACES_MAX = 4

/** Places that are asked for one by one; where more have changed, the newest are fetched together. */
const ASKED_MAX = 3

/** All conversations that are known, by their key: each is one object for every list that shows it, and events change it here. */
const known = signal<ReadonlyMap<string, Conversation>>(new Map())

function keep(conversations: readonly Conversation[]): void {
  const next = new Map(known.value)
  for (const one of conversations) next.set(destinationKey(one.to), one)
  known.value = next
}

function drop(isGone: (one: Conversation) => boolean): void {
  if (![...known.value.values()].some(isGone)) return
  known.value = new Map([...known.value].filter(([, one]) => !isGone(one)))
}

function readListed(listed: Listed): Conversation {
  const { stream_id: channel, topic = '', user_ids: people = [] } = listed
  return {
    to: channel === undefined ? { kind: 'direct', people } : { kind: 'topic', channel, topic },
    newest: listed.max_message_id,
    timestamp: listed.timestamp,
    senders: listed.sender_ids,
    isMine: listed.participated,
    hasBots: listed.has_bots,
  }
}

async function fetchPart(
  fields: object,
): Promise<{ found: readonly Conversation[]; cursor?: string }> {
  const answer = await call<{ conversations: readonly Listed[]; cursor?: string }>(
    'GET',
    'conversations',
    { ...fields },
  )
  const found = answer.conversations.map(readListed)
  keep(found)
  return { ...answer, found }
}

/** Whether the reader does not want to hear of a conversation. */
export function isMutedPlace(to: Destination): boolean {
  if (to.kind === 'topic') return isMuted(to.channel, to.topic)
  return to.people.length === 1 && state.mutedUsers.value.has(to.people[0] ?? 0)
}

/** How much is unread in a place, and how much of that mentions the reader. */
export function unreadIn(to: Destination): { count: number; mentions: number } {
  const { ids, mentions } = unreadByPlace.value.get(destinationKey(to)) ?? { ids: [], mentions: 0 }
  return { count: ids.length, mentions }
}

/** Conversations that fit a filter, the one with the newest message first; fetched in parts, and kept up to date by events. */
export class ConversationList {
  readonly filter: ConversationFilter
  readonly rows: ReadonlySignal<readonly Conversation[]>
  readonly isLoaded = signal(false)
  readonly isAll = signal(false)
  readonly failure = signal('')
  /** Down to which newest message everything that fits is known. */
  #reach = signal(Number.MAX_SAFE_INTEGER)
  #cursor: string | undefined
  #isBusy = false

  constructor(filter: ConversationFilter) {
    this.filter = filter
    this.rows = computed(() =>
      [...known.value.values()]
        .filter((one) => one.newest >= this.#reach.value && this.#fits(one))
        .toSorted((a, b) => b.newest - a.newest),
    )
  }

  #fits({ to, isMine, hasBots }: Conversation): boolean {
    const { filters = [], type, stream_id } = this.filter
    if (type !== undefined && (to.kind === 'topic') !== (type === 'channel')) return false
    if (stream_id !== undefined && (to.kind !== 'topic' || to.channel !== stream_id)) return false
    return (
      (!filters.includes('unread') || unreadIn(to).count > 0) &&
      (!filters.includes('participated') || isMine) &&
      (!filters.includes('bots') || hasBots) &&
      (!filters.includes('unmuted') || !isMutedPlace(to))
    )
  }

  /** Fetches the next part. */
  async more(limit = 50): Promise<void> {
    if (this.#isBusy || this.isAll.value) return
    this.#isBusy = true
    try {
      const part = await fetchPart({ ...this.filter, limit, cursor: this.#cursor })
      const reach = part.cursor === undefined ? 0 : (part.found.at(-1)?.newest ?? 0)
      this.#forgetGone(part.found, reach)
      this.#cursor = part.cursor
      this.isAll.value = part.cursor === undefined
      this.#reach.value = reach
      this.isLoaded.value = true
      this.failure.value = ''
    } catch (thrown) {
      this.failure.value = thrown instanceof Error ? thrown.message : String(thrown)
    } finally {
      this.#isBusy = false
    }
  }

  /** Forgets what a part that was fetched would hold, if it were there still. */
  #forgetGone(found: readonly Conversation[], reach: number): void {
    const top = found[0]?.newest ?? 0
    const keys = new Set(found.map(({ to }) => destinationKey(to)))
    drop(
      (one) =>
        one.newest >= reach &&
        one.newest <= top &&
        this.#fits(one) &&
        !keys.has(destinationKey(one.to)),
    )
  }

  /** Begins anew: what came meanwhile is not known. */
  async renew(limit?: number): Promise<void> {
    this.#cursor = undefined
    this.isAll.value = false
    await this.more(limit)
  }
}

/** Looks for conversations by words in their names, among all of them or those of a channel. */
export async function findConversations(
  query: string,
  filter: ConversationFilter = {},
): Promise<readonly Conversation[]> {
  const { found } = await fetchPart({ ...filter, query, limit: 30 })
  return found
}

/** The newest of everything, and of direct messages: what the navigation shows. */
export const recent = new ConversationList({})
export const direct = new ConversationList({ type: 'direct' })

/** Lists of the topics of channels that were looked at. */
const ofChannels = new Map<number, ConversationList>()

/** The topics of a channel, also muted ones; fetched when it is first looked at. */
export function topicsOf(channel: number): ConversationList {
  const list = ofChannels.get(channel) ?? new ConversationList({ stream_id: channel })
  if (!ofChannels.has(channel)) {
    ofChannels.set(channel, list)
    void list.more()
  }
  return list
}

effect(() => {
  void snapshots.value
  if (session.value !== 'in') return
  untracked(() => {
    ofChannels.clear()
    void recent.renew()
    void direct.renew(20)
  })
})

let asked = new Map<string, Destination>()
let isAsking = false

/** Asks the server for conversations that an event does not tell enough of: at most one call at a time. */
async function ask(to: Destination): Promise<void> {
  asked.set(destinationKey(to), to)
  if (isAsking) return
  isAsking = true
  try {
    while (asked.size > 0) {
      const places = [...asked.values()]
      asked = new Map()
      if (places.length > ASKED_MAX) await fetchPart({ limit: 50 })
      else for (const place of places) await askOne(place)
    }
  } catch {
    // The next look at a list shows it.
  } finally {
    isAsking = false
  }
}

async function askOne(to: Destination): Promise<void> {
  const { found } = await fetchPart(
    to.kind === 'topic' ? { stream_id: to.channel, topic: to.topic } : { user_ids: to.people },
  )
  if (found.length === 0) drop((one) => destinationKey(one.to) === destinationKey(to))
}

onEvent((event) => {
  if (recent.isLoaded.peek()) untracked(() => take(event))
})

function take(event: ChatEvent): void {
  if (event.type === 'message') takeMessage(event)
  else if (event.type === 'update_message' && 'propagate_mode' in event) takeMove(event)
  else if (event.type === 'delete_message') {
    const ids = new Set('message_ids' in event ? event.message_ids : [event.message_id])
    for (const { to, newest } of known.value.values()) if (ids.has(newest)) void ask(to)
  } else if (event.type === 'subscription' && event.op === 'remove') {
    leave(new Set(event.subscriptions.map(({ stream_id }) => stream_id)))
  } else if (event.type === 'stream' && event.op === 'delete') leave(new Set(event.stream_ids))
  else if (event.type === 'subscription' && event.op === 'add') void recent.renew()
}

function leave(channels: ReadonlySet<number>): void {
  drop(({ to }) => to.kind === 'topic' && channels.has(to.channel))
  for (const channel of channels) ofChannels.delete(channel)
}

function takeMessage({ message }: EventOf<'message'>): void {
  const to = placeOfMessage(message)
  const before = known.value.get(destinationKey(to))
  const { id, sender_id, timestamp } = message
  const isMine = sender_id === state.me.value
  keep([
    {
      to,
      newest: id,
      timestamp,
      senders: [sender_id, ...(before?.senders ?? []).filter((one) => one !== sender_id)].slice(
        0,
        FACES_MAX,
      ),
      isMine: isMine || (before?.isMine ?? false),
      hasBots: (state.users.value.get(sender_id)?.is_bot || before?.hasBots) ?? false,
    },
  ])
  if (!before) void ask(to)
}

/** What was moved is where the newest of it was; of a topic that keeps some, the server knows the newest now. */
function takeMove(event: Extract<EventOf<'update_message'>, { propagate_mode: string }>): void {
  const ids = new Set(event.message_ids)
  const before = [...known.value.values()].find(({ newest }) => ids.has(newest))
  if (before?.to.kind !== 'topic') return
  const to = {
    kind: 'topic',
    channel: event.new_stream_id ?? before.to.channel,
    topic: event.subject ?? before.to.topic,
  } as const
  const there = known.value.get(destinationKey(to))
  drop((one) => one === before)
  keep([there && there.newest > before.newest ? there : { ...before, to }])
  if (event.propagate_mode !== 'change_all') void ask(before.to)
}
