import type { LocalAccount } from '../../contract/chat.ts'
import type { Right } from '../../contract/right.ts'
import { openLocalDirectory } from '../agent/directory.ts'
import { isSubscribed, loadKnownChannels } from '../channels/access.ts'
import { isInAudience } from '../events/audience.ts'
import type { EmittedEventOf } from '../events/event.ts'
import { readEventsAbove } from '../events/fetch-events.ts'
import { requireOwnQueue, type QueueOptions } from '../events/queues.ts'
import { ROLES } from '../groups/system-groups.ts'
import { getCachedReaderAt } from '../kernel/directory-cache.ts'
import { accountDeactivated } from '../kernel/failures.ts'
import type { LoggedEvent } from '../kernel/logged-event.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { MENTION_BITS, MESSAGE_FLAGS } from '../messages/flags.ts'
import { findById } from '../users/find-users.ts'
import { findEnd } from '../users/rights.ts'
import { type Following, isTouched, type Listener, listenTo } from './event-listener.ts'
import { mayRead, notReadable, loadSubject } from './resource-subject.ts'
import { CHANGES_ACCESS, type Reading, topicKeys, findTouched } from './touched-resources.ts'

const followers = new WeakMap<Chat, Map<number, Follower>>()

/** Followers of a chat's event log, by account, while somebody listens. */
export function followersOf(chat: Chat): Map<number, Follower> {
  const known = followers.get(chat) ?? new Map<number, Follower>()
  followers.set(chat, known)
  return known
}

/** Pause before a retry when the database is unavailable. */
const RETRY_MS = 1_000

/**
 * Follows the event log for one account, however many of its programs listen; checks before every notice what the account may read,
 * and that the right of the listener holds.
 */
export class Follower {
  readonly #chat: Chat
  readonly #actor: Actor
  readonly #listeners = new Map<Listener, Right>()
  #run: { begun: Promise<number>; stop: AbortController } | undefined

  /** Each listener has a right of its own. */
  constructor(chat: Chat, { user, client }: Actor) {
    this.#chat = chat
    this.#actor = { user, client }
  }

  get isIdle(): boolean {
    return this.#listeners.size === 0
  }

  /** Adds a listener, which is notified of everything committed after this resolves. */
  async add(listener: Listener, right: Right): Promise<void> {
    this.#listeners.set(listener, right)
    this.#run ??= this.#begin()
    await this.#run.begun
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    this.#run?.stop.abort()
    this.#run = undefined
  }

  #begin() {
    const stop = new AbortController()
    const place = this.#placeNow()
    void place.then(
      async (above) => this.#follow(above, stop.signal),
      () => {},
    )
    return { begun: place, stop }
  }

  async #placeNow(): Promise<number> {
    const { eventLogCache } = this.#chat
    await eventLogCache.catchUp({ atLeast: 0, isStrict: true })
    return (await eventLogCache.read(Number.MAX_SAFE_INTEGER)).newest
  }

  async #follow(from: number, signal: AbortSignal): Promise<void> {
    const { eventLogCache, closing, log } = this.#chat
    const end = AbortSignal.any([signal, closing])
    let above = from
    while (!end.aborted) {
      await eventLogCache.next(above, end)
      if (end.aborted) return
      try {
        above = await this.#readFrom(above)
      } catch (error) {
        log.warn({ err: error }, 'the event log could not be followed')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
      }
    }
  }

  /** Notifies listeners of events above an id; returns the last id read. */
  async #readFrom(above: number): Promise<number> {
    const { events, newest, directory, isAll } = await this.#chat.eventLogCache.read(above)
    const db = getCachedReaderAt(this.#chat, directory)
    const user = await findById(db, this.#actor.user.id)
    const actor = { ...this.#actor, user: user ?? { ...this.#actor.user, is_active: 0 as const } }
    const isGuest = actor.user.role >= ROLES.guest
    // Events of public channels reach users who are not subscribed, too.
    const isBot = actor.user.is_bot === 1
    const whose = { userId: actor.user.id, isGuest, isBot, allPublic: !isGuest }
    const nowMs = this.#chat.now().getTime()
    const reaching: LoggedEvent[] = []
    for (const event of events)
      if (await isInAudience(db, event, whose, nowMs)) reaching.push(event)
    if (reaching.length > 0) await this.#emit(db, actor, reaching, above)
    return isAll ? newest : (events.at(-1)?.id ?? above)
  }

  async #emit(
    db: Reader,
    actor: Actor,
    events: readonly LoggedEvent[],
    above: number,
  ): Promise<void> {
    const member = await loadMember(db, actor, this.#chat.now().getTime())
    const known = await loadKnownChannels(db, member)
    const subscribed = new Set(known.filter(isSubscribed).map(({ channel }) => channel.id))
    const reading = openLoggedReading(db, actor.user.id, subscribed)
    const touched = new Set<string>()
    let mayHaveLost = false
    for (const event of events) {
      for (const key of await findTouched(reading, event.payload)) touched.add(key)
      mayHaveLost ||= CHANGES_ACCESS.has(event.type)
    }
    for (const [listener, right] of this.#listeners) {
      const { subject } = listener
      const isQueue = subject.kind === 'events'
      const isNews = isTouched(listener, touched)
      if (!isNews && !isQueue && !mayHaveLost) continue
      const isOver = (await findEnd(db, right)) !== undefined
      if (isOver || !(await mayRead(this.#chat, db, actor, subject))) listener.lost()
      else if (isNews || (isQueue && (await this.#hasNew(actor, subject.queueId, above)))) {
        if (this.#listeners.has(listener)) listener.touched()
      }
    }
  }

  /** Whether a queue has anything above an id, after its own filters. */
  async #hasNew(actor: Actor, queueId: string, above: number): Promise<boolean> {
    const queue = await requireOwnQueue(this.#chat, actor, queueId)
    const options = JSON.parse(queue.options) as QueueOptions
    const { events } = await readEventsAbove(this.#chat, { actor, queue, options }, above)
    return events.length > 0
  }
}

/** How a user reads events of the log of this instance. */
export function openLoggedReading(
  db: Reader,
  userId: number,
  subscribed: ReadonlySet<number>,
): Reading {
  return {
    userId,
    subscribed,
    isMentioned: (event) => isMentioned(event as EmittedEventOf<'message'>, userId),
    isNamed: (event) => isNamed(event as EmittedEventOf<'message'>, userId),
    placesNow: async (ids) => placesNow(db, ids),
  }
}

function isMentioned(
  { mentioned, mentions_channel }: EmittedEventOf<'message'>,
  userId: number,
): boolean {
  const bits = mentioned[userId] ?? 0
  return mentions_channel || (bits & MENTION_BITS) !== 0
}

function isNamed({ mentioned }: EmittedEventOf<'message'>, userId: number): boolean {
  return ((mentioned[userId] ?? 0) & MESSAGE_FLAGS.mentioned) !== 0
}

async function placesNow(db: Reader, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_message as m')
    .leftJoin('chat_conversation as c', 'c.id', 'm.conversation_id')
    .select(['m.channel_id', 'm.topic', 'c.member_key'])
    .where('m.id', 'in', [...ids])
    .execute()
  const keys = rows.flatMap(({ channel_id, topic, member_key }) =>
    member_key === null ? topicKeys(channel_id, topic) : [`dm:${member_key}`],
  )
  return [...new Set(keys)]
}

/**
 * Notifies of changes at an address from now on, until the returned function is called or the account may no longer read it.
 * Throws `not_found` or `invalid_input` for an unreadable address, and `unauthorized` where the account is closed.
 */
export async function watchAddress(
  chat: Chat,
  account: LocalAccount,
  uri: string,
  changed: () => void,
): Promise<() => void> {
  const user = await findById(reader(chat), account.user.id)
  if (!user) throw notReadable()
  // Closed since the call was let in: that is no fault of the address.
  if (!user.is_active) throw accountDeactivated()
  const actor: Actor = { ...account, user }
  const subject = await loadSubject(openLocalDirectory(chat, actor), actor.user.id, uri)
  if (!(await mayRead(chat, reader(chat), actor, subject))) throw notReadable()
  const ofChat = followersOf(chat)
  const { id } = actor.user
  const follower = ofChat.get(id) ?? new Follower(chat, actor)
  ofChat.set(id, follower)
  const following: Following = {
    add: async (listener) => follower.add(listener, actor),
    remove(listener) {
      follower.remove(listener)
      if (follower.isIdle && ofChat.get(id) === follower) ofChat.delete(id)
    },
  }
  const stop = await listenTo(following, subject, changed)
  const letGo = chat.holdRight(actor, stop)
  return () => {
    letGo()
    stop()
  }
}
