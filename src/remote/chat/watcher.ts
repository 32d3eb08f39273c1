import { z } from 'zod'
import type { Directory, Heard, HeardEvent } from '../../chat/kernel/types.ts'
import { isTouched, type Listener } from '../../chat/resources/event-listener.ts'
import { notReadable, type Subject } from '../../chat/resources/resource-subject.ts'
import {
  CHANGES_ACCESS,
  listMessagesToFind,
  locationOf,
  type Reading,
  findTouched,
} from '../../chat/resources/touched-resources.ts'
import { toOperationError } from '../../contract/errors.ts'
import { InTurn } from '../../lib/in-turn.ts'
import type { Log } from '../../lib/log.ts'
import { type Access, loadAccess } from './access.ts'
import type { AcknowledgedQueues } from './acknowledged-queues.ts'
import type { ChatHttpClient } from './chat-http-client.ts'
import type { GetJson } from './directory.ts'
import { readAs } from './failures.ts'
import { Feed } from './feed.ts'
import { WATCH_LOOKUP_MAX_COUNT, WATCH_ROUND_MS } from './limits.ts'
import { pause, pauseMs, retryAfterMs } from './pauses.ts'
import { watchRegistration } from './registrations.ts'

/** What a server is watched with. */
export interface WatcherParts {
  /** The way to the server, signed in. */
  client: ChatHttpClient
  ownId(): Promise<number>
  directory: Directory
  queues: AcknowledgedQueues
  log: Log
}

const ownUser = z.object({ is_guest: z.boolean().default(false) })

/** Flags of a message that mentions the reader (chat spec 2.4). */
const MENTION_FLAGS: ReadonlySet<unknown> = new Set([
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
])

const NO_QUEUES: QueueNews = { fresh: new Set(), gone: new Set() }

/** Queues that hold something new, and queues that are there no more. */
interface QueueNews {
  fresh: Set<string>
  gone: Set<string>
}

/**
 * Watches a server from the first listener to the last: one queue of all events, which the server gives out as
 * the account may see them. What an event touches is decided by the rules of here.
 */
export class Watcher {
  readonly #parts: WatcherParts
  readonly #listeners: ReadonlySet<Listener>
  readonly #feed: Feed
  readonly #ending = new AbortController()
  #access: Access = { subscribed: new Set(), readable: new Set() }
  readonly #loading = new InTurn()
  /** Newest event of each watched queue that was told. */
  #reported = new Map<string, number | undefined>()

  constructor(parts: WatcherParts, listeners: ReadonlySet<Listener>) {
    this.#parts = parts
    this.#listeners = listeners
    this.#feed = new Feed({
      ...parts,
      registration: async () =>
        watchRegistration(readAs(ownUser, await this.#getJson('/users/me')).is_guest),
    })
  }

  /** Registers the queue: what happens from now on is heard. */
  async begin(): Promise<void> {
    const { cursor } = await this.#feed.begin(undefined)
    await this.#loadAccess()
    void this.#follow(cursor)
  }

  /** Lets go of the queue. */
  async end(): Promise<void> {
    this.#ending.abort()
    await this.#feed.close()
  }

  /** Throws `not_found` for a subject that the account may not read now. */
  async check(subject: Subject): Promise<void> {
    if (subject.kind === 'events') {
      const newest = await this.#parts.queues.newestIn(this.#getJson, subject.queueId)
      if (!this.#reported.has(subject.queueId)) this.#reported.set(subject.queueId, newest)
    } else if (!this.#mayRead(subject)) {
      // The event that tells of a new permission may be on its way.
      await this.#loadAccess()
      if (!this.#mayRead(subject)) throw notReadable()
    }
  }

  readonly #getJson: GetJson = async (path, fields = {}) =>
    this.#parts.client({ method: 'GET', path, fields }, { signal: this.#ending.signal })

  async #follow(from: string): Promise<void> {
    const { signal } = this.#ending
    let cursor = from
    let failures = 0
    while (!signal.aborted) {
      try {
        const heard = await this.#feed.next(cursor, { maxMs: WATCH_ROUND_MS, signal })
        if (signal.aborted || heard.isOver) return
        await this.#notify(heard)
        cursor = heard.cursor
        failures = 0
      } catch (thrown) {
        if (signal.aborted) return
        const failure = toOperationError(thrown)
        // The account is no account any more: there is nothing left that it may hear.
        if (failure.code === 'unauthorized') this.#loseAll()
        failures += 1
        this.#parts.log.warn({ err: failure }, 'the chat server could not be watched')
        await pause(Math.max(pauseMs(failures), retryAfterMs(failure)), signal)
      }
    }
  }

  async #notify({ events, missed }: Heard): Promise<void> {
    if (events.length === 0 && !missed) return
    if (missed || events.some(({ type }) => CHANGES_ACCESS.has(type))) await this.#loadAccess()
    const touched = missed ? undefined : await this.#touchedBy(events)
    const queues = await this.#queueNews()
    for (const listener of this.#listeners) {
      const { subject } = listener
      if (subject.kind === 'events') {
        if (queues.gone.has(subject.queueId)) listener.lost()
        else if (queues.fresh.has(subject.queueId)) listener.touched()
      } else if (!this.#mayRead(subject)) listener.lost()
      else if (!touched || isTouched(listener, touched)) listener.touched()
    }
  }

  /** Keys of what events touch; undefined where they are too many to tell. */
  async #touchedBy(events: readonly HeardEvent[]): Promise<ReadonlySet<string> | undefined> {
    const ids = [...new Set(events.flatMap(listMessagesToFind))]
    if (ids.length > WATCH_LOOKUP_MAX_COUNT) return undefined
    const places = await this.#placesNow(ids)
    const reading: Reading = {
      userId: await this.#parts.ownId(),
      subscribed: this.#access.subscribed,
      isMentioned: ({ flags }) =>
        Array.isArray(flags) && flags.some((one) => MENTION_FLAGS.has(one)),
      isNamed: ({ flags }) => Array.isArray(flags) && flags.includes('mentioned'),
      placesNow: async (some) => some.flatMap((id) => places.get(id) ?? []),
    }
    const touched = new Set<string>()
    for (const event of events) {
      for (const key of await findTouched(reading, event)) touched.add(key)
    }
    return touched
  }

  async #placesNow(ids: readonly number[]): Promise<ReadonlyMap<unknown, readonly string[]>> {
    const isAnyPlace = [...this.#listeners].some(({ subject: { kind } }) => PLACES.has(kind))
    const records = isAnyPlace ? await this.#feed.messages(ids) : []
    return new Map(records.map((record) => [(record as { id?: unknown }).id, locationOf(record)]))
  }

  /** Looks into every watched queue: each has filters of its own. */
  async #queueNews(): Promise<QueueNews> {
    const ids = [...this.#listeners].flatMap(({ subject }) =>
      subject.kind === 'events' ? [subject.queueId] : [],
    )
    if (ids.length === 0) return NO_QUEUES
    const news: QueueNews = { fresh: new Set(), gone: new Set() }
    const reported = new Map<string, number | undefined>()
    for (const id of new Set(ids)) {
      try {
        const newest = await this.#parts.queues.newestIn(this.#getJson, id)
        reported.set(id, newest)
        const before = this.#reported.get(id)
        if (newest === undefined || before === undefined || newest > before) news.fresh.add(id)
      } catch (thrown) {
        if (toOperationError(thrown).code !== 'not_found') throw thrown
        news.gone.add(id)
      }
    }
    this.#reported = reported
    return news
  }

  #mayRead(subject: Subject): boolean {
    const isChannel = subject.kind === 'channel' || subject.kind === 'topic'
    return !isChannel || this.#access.readable.has(subject.channelId)
  }

  /** Loads what the account may read, one load after the other, so that the newest answer stands. */
  async #loadAccess(): Promise<void> {
    await this.#loading.run(async () => {
      this.#access = await loadAccess(this.#getJson)
    })
  }

  #loseAll(): void {
    for (const listener of this.#listeners) listener.lost()
  }
}

/** Subjects that are where messages are. */
const PLACES: ReadonlySet<Subject['kind']> = new Set(['channel', 'topic', 'dm'])
