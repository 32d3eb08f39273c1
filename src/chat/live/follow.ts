import { eventsAbove } from '../actions/events/fetch-events.ts'
import type { LoggedEvent } from '../events/logged-event.ts'
import { ownQueue } from '../events/own-queue.ts'
import type { QueueOptions } from '../events/queue.ts'
import { reaches } from '../events/reach.ts'
import { isSubscribed, knownChannels } from '../channels/access.ts'
import { ROLES } from '../groups/system-groups.ts'
import { findById } from '../people/find.ts'
import type { Actor, Chat, Reader } from '../port.ts'
import { readerAt } from '../remembered.ts'
import { loadMember } from '../viewer.ts'
import { type Following, isTouched, type Listener } from './listener.ts'
import { loggedReading } from './logged-reading.ts'
import { mayRead } from './may-read.ts'
import { CHANGES_ACCESS, touchedBy } from './touched.ts'

const followers = new WeakMap<Chat, Map<number, Follower>>()

/** Who follows the log of a chat, by account: those for whom somebody listens. */
export function followersOf(chat: Chat): Map<number, Follower> {
  const known = followers.get(chat) ?? new Map<number, Follower>()
  followers.set(chat, known)
  return known
}

/** After this time without the database, it is tried again. */
const RETRY_MS = 1_000

/**
 * Follows the event log for one account, however many of its programs listen: looks while somebody does, and
 * asks for permission before every notice.
 */
export class Follower implements Following {
  readonly #chat: Chat
  readonly #actor: Actor
  readonly #listeners = new Set<Listener>()
  #run: { begun: Promise<number>; stop: AbortController } | undefined

  constructor(chat: Chat, actor: Actor) {
    this.#chat = chat
    this.#actor = actor
  }

  get isIdle(): boolean {
    return this.#listeners.size === 0
  }

  /** Adds a listener, who hears of everything that is committed after this resolves. */
  async add(listener: Listener): Promise<void> {
    this.#listeners.add(listener)
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
    const { tail } = this.#chat
    await tail.catchUp({ atLeast: 0, isStrict: true })
    return (await tail.read(Number.MAX_SAFE_INTEGER)).newest
  }

  async #follow(from: number, signal: AbortSignal): Promise<void> {
    const { tail, closing, log } = this.#chat
    const end = AbortSignal.any([signal, closing])
    let above = from
    while (!end.aborted) {
      await tail.next(above, end)
      if (end.aborted) return
      try {
        above = await this.#readFrom(above)
      } catch (error) {
        log.warn({ err: error }, 'the event log could not be followed')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
      }
    }
  }

  /** Tells what happened above an id; answers up to where. */
  async #readFrom(above: number): Promise<number> {
    const { events, newest, directory, isAll } = await this.#chat.tail.read(above)
    const db = readerAt(this.#chat, directory)
    const user = await findById(db, this.#actor.user.id)
    const actor = { ...this.#actor, user: user ?? { ...this.#actor.user, is_active: 0 as const } }
    const isGuest = actor.user.role >= ROLES.guest
    // Of a public channel one may hear without being in it.
    const whose = { userId: actor.user.id, isGuest, allPublic: !isGuest }
    const nowMs = this.#chat.now().getTime()
    const reaching: LoggedEvent[] = []
    for (const event of events) if (await reaches(db, event, whose, nowMs)) reaching.push(event)
    if (reaching.length > 0) await this.#tell(db, actor, reaching, above)
    return isAll ? newest : (events.at(-1)?.id ?? above)
  }

  async #tell(
    db: Reader,
    actor: Actor,
    events: readonly LoggedEvent[],
    above: number,
  ): Promise<void> {
    const member = await loadMember(db, actor, this.#chat.now().getTime())
    const known = await knownChannels(db, member)
    const subscribed = new Set(known.filter(isSubscribed).map(({ channel }) => channel.id))
    const reading = loggedReading(db, actor.user.id, subscribed)
    const touched = new Set<string>()
    let mayHaveLost = false
    for (const event of events) {
      for (const key of await touchedBy(reading, event.payload)) touched.add(key)
      mayHaveLost ||= CHANGES_ACCESS.has(event.type)
    }
    for (const listener of this.#listeners) {
      const { subject } = listener
      const isQueue = subject.kind === 'events'
      const isNews = isTouched(listener, touched)
      if (!isNews && !isQueue && !mayHaveLost) continue
      if (!(await mayRead(this.#chat, db, actor, subject))) listener.lost()
      else if (isNews || (isQueue && (await this.#hasNew(actor, subject.queueId, above)))) {
        if (this.#listeners.has(listener)) listener.touched()
      }
    }
  }

  /** Whether a queue has anything above an id, after its own filters. */
  async #hasNew(actor: Actor, queueId: string, above: number): Promise<boolean> {
    const queue = await ownQueue(this.#chat, actor, queueId)
    const options = JSON.parse(queue.options) as QueueOptions
    const { events } = await eventsAbove(this.#chat, { actor, queue, options }, above)
    return events.length > 0
  }
}
