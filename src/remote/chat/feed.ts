import { z } from 'zod'
import { drawCursorName, noCursor } from '../../chat/agent/wait.ts'
import type { Beginning, Directory, EventFeed, Heard, HeardEvent } from '../../chat/kernel/types.ts'
import { OperationError, toOperationError } from '../../contract/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { ChatHttpClient } from './chat-http-client.ts'
import { readAs } from './failures.ts'
import { CHAT_POLL_MAX_MS, FEED_RETRY_FIRST_MS } from './limits.ts'
import { pause, pauseMs, retryAfterMs } from './pauses.ts'
import { RecentEvents } from './recent-events.ts'

/** Dependencies of a feed. */
export interface FeedParts {
  /** The way to the server, signed in. */
  client: ChatHttpClient
  ownId(): Promise<number>
  directory: Directory
  /** Fields of the request that registers a queue. */
  registration(): Promise<Readonly<Record<string, string>>>
  log: Log
}

/** A queue at the server, and the newest event that was taken out of it. */
interface Queue {
  id: string
  last: number
}

const registered = z.object({ queue_id: z.string(), last_event_id: z.int() })
const polled = z.object({ events: z.array(z.looseObject({ id: z.int(), type: z.string() })) })
const fetched = z.object({ messages: z.array(z.looseObject({})) })

/** Time limit for deleting a queue at the server on shutdown. */
const GOODBYE_MAX_MS = 2_000

/** Failures after which a retry is pointless. */
const isFinal = ({ retryable }: OperationError): boolean => !retryable

/**
 * Event feed of a chat server for one account: one queue for all waiters, registered by the first of them and polled while
 * anybody waits. A cursor stands for an event of this process. When the server has dropped the queue, another one is registered
 * and waiters that were behind get `missed`.
 */
export class Feed implements EventFeed {
  readonly ownId: () => Promise<number>
  readonly #client: ChatHttpClient
  readonly #directory: Directory
  readonly #registration: FeedParts['registration']
  readonly #log: Log
  readonly #recent = new RecentEvents()
  readonly #name: string = drawCursorName()
  readonly #ending = new AbortController()
  /** Outlives the shutdown a little, so that a queue being registered then is deleted too. */
  readonly #leaving = new AbortController()
  #closing: Promise<void> | undefined
  #queue: Queue | undefined
  #registering: Promise<Queue> | undefined
  /** Ends the long-poll that is open when nobody waits any more. */
  #polling: AbortController | undefined
  /** Why the server cannot be polled now. */
  #failure: OperationError | undefined
  /** Queues that the server has dropped in succession, and when the next one may be registered. */
  #losses = 0
  #registerAfter = 0
  /** The event up to which the account has looked; undefined where it never has. */
  #looked: number | undefined
  /** Whether events until the next queue is registered are lost. */
  #isDeaf = false
  readonly #wakers = new Set<() => void>()

  constructor({ client, ownId, directory, registration, log }: FeedParts) {
    this.#client = client
    this.ownId = ownId
    this.#directory = directory
    this.#registration = registration
    this.#log = log
  }

  async begin(cursor: string | undefined): Promise<Beginning> {
    const at = cursor === undefined ? undefined : this.#locationOf(cursor)
    if (cursor !== undefined && at !== undefined) return { cursor, missed: false, isNow: false }
    if (cursor === undefined && this.#looked !== undefined) {
      return { cursor: this.#cursorAt(this.#looked), missed: false, isNow: false }
    }
    await this.#catchUp()
    const missed = cursor !== undefined
    return { cursor: this.#cursorAt(this.#recent.newest), missed, isNow: true }
  }

  async mark(): Promise<string> {
    if (!this.#queue) await this.#register()
    const newest = this.#recent.newest
    // Whoever asks without a cursor hears what comes of it, too.
    this.#looked ??= newest
    return this.#cursorAt(newest)
  }

  look(cursor: string): void {
    this.#looked = this.#locationOf(cursor) ?? this.#looked
  }

  async markRead(messageIds: readonly number[]): Promise<void> {
    const fields = { messages: JSON.stringify(messageIds), op: 'add', flag: 'read' }
    const request = { method: 'POST', path: '/messages/flags', fields } as const
    await this.#client(request, { signal: this.#ending.signal })
  }

  async next(
    cursor: string,
    { maxMs, signal }: { maxMs: number; signal: AbortSignal },
  ): Promise<Heard> {
    const after = this.#locationOf(cursor) ?? 0
    const endMs = performance.now() + maxMs
    if (maxMs <= 0 && !this.#recent.has(after)) await this.#catchUp()
    while (!this.#recent.has(after) && performance.now() < endMs) {
      if (signal.aborted || this.#ending.signal.aborted) break
      await this.#listen(endMs - performance.now(), signal)
      if (this.#failure && isFinal(this.#failure)) break
    }
    const { events, missed } = this.#recent.after(after)
    if (this.#failure && events.length === 0 && !missed) throw this.#failure
    const isOver = this.#ending.signal.aborted
    return { events, cursor: this.#cursorAt(this.#recent.newest), missed, isOver }
  }

  async names(userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (userIds.length === 0) return new Map()
    const known = await this.#directory.people()
    const isComplete = userIds.every((userId) => known.some(({ id }) => id === userId))
    const people = isComplete ? known : await this.#directory.people(true)
    return new Map(people.map(({ id, name }) => [id, name]))
  }

  async messages(messageIds: readonly number[]): Promise<readonly unknown[]> {
    if (messageIds.length === 0) return []
    const fields = { message_ids: JSON.stringify(messageIds), apply_markdown: 'false' }
    const request = { method: 'GET', path: '/messages', fields } as const
    const answer = await this.#client(request, { signal: this.#ending.signal })
    return readAs(fetched, answer).messages
  }

  /** Ends all waits, and lets the server forget the queue. */
  async close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    this.#ending.abort()
    this.#polling?.abort()
    this.#ring()
    const timer = setTimeout(() => this.#leaving.abort(), GOODBYE_MAX_MS)
    try {
      await this.#registering?.catch(() => undefined)
      if (!this.#queue) return
      const fields = { queue_id: this.#queue.id }
      this.#queue = undefined
      const request = { method: 'DELETE', path: '/events', fields } as const
      await this.#client(request, { signal: this.#leaving.signal })
    } catch (thrown) {
      this.#log.debug({ err: thrown }, 'the event queue was not deleted')
    } finally {
      clearTimeout(timer)
    }
  }

  #cursorAt(seq: number): string {
    return `${this.#name}:${seq}`
  }

  /** The event that a cursor stands after; undefined for one of another process. */
  #locationOf(cursor: string): number | undefined {
    const [, name, seq = ''] = /^(\d{12}):(\d{1,15})$/.exec(cursor) ?? []
    if (name === undefined) throw noCursor()
    return name === this.#name ? Number(seq) : undefined
  }

  #ring(): void {
    for (const wake of this.#wakers) wake()
  }

  /** Waits for anything to happen, for a time. The first to wait opens the poll, the last one closes it. */
  async #listen(maxMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, maxMs)
    const end = () => resolve()
    signal.addEventListener('abort', end)
    this.#wakers.add(end)
    if (!this.#polling) void this.#poll()
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      this.#wakers.delete(end)
      if (this.#wakers.size === 0) {
        this.#polling?.abort()
        this.#polling = undefined
      }
    }
  }

  async #poll(): Promise<void> {
    const polling = new AbortController()
    const { signal } = polling
    this.#polling = polling
    if (this.#failure && isFinal(this.#failure)) this.#failure = undefined
    let failures = 0
    while (!signal.aborted) {
      try {
        if (!this.#queue) await pause(this.#registerAfter - performance.now(), signal)
        // After a failure the server is asked something that it answers at once: waiting proves nothing.
        if (this.#failure) await this.#fetch(signal, 0)
        const isNews = await this.#fetch(signal, CHAT_POLL_MAX_MS)
        failures = 0
        this.#losses = 0
        // A server that responds at once without events would be polled in a busy loop.
        if (!isNews) await pause(FEED_RETRY_FIRST_MS, signal)
      } catch (thrown) {
        if (signal.aborted) break
        const failure = toOperationError(thrown)
        if (this.#isForgotten(failure)) continue
        failures += 1
        this.#fail(failure)
        if (isFinal(failure)) break
        await pause(Math.max(pauseMs(failures), retryAfterMs(failure)), signal)
      }
    }
    if (this.#polling === polling) this.#polling = undefined
  }

  /** Polls once, so that nothing older counts as new; unless a poll is open. */
  async #catchUp(): Promise<void> {
    if (!this.#queue) {
      await this.#register()
      return
    }
    if (this.#polling) return
    try {
      await this.#fetch(this.#ending.signal, 0)
    } catch (thrown) {
      const failure = toOperationError(thrown)
      if (!this.#isForgotten(failure)) throw failure
      await this.#register()
    }
  }

  async #register(): Promise<Queue> {
    if (this.#ending.signal.aborted) throw new OperationError('cancelled', 'The chat has ended.')
    this.#registering ??= (async () => {
      const fields = await this.#registration()
      const request = { method: 'POST', path: '/register', fields } as const
      const answer = readAs(
        registered,
        await this.#client(request, { signal: this.#leaving.signal }),
      )
      this.#queue = { id: answer.queue_id, last: answer.last_event_id }
      this.#failure = undefined
      if (this.#isDeaf) this.#emitLoss()
      return this.#queue
    })().finally(() => {
      this.#registering = undefined
    })
    return this.#registering
  }

  /** Takes events from the queue, waiting for them; returns whether there were any. */
  async #fetch(signal: AbortSignal, waitMs: number): Promise<boolean> {
    const queue = this.#queue ?? (await this.#register())
    const fields = {
      queue_id: queue.id,
      last_event_id: String(queue.last),
      ...(waitMs > 0 ? {} : { dont_block: 'true' }),
    }
    const options = { signal, ...(waitMs > 0 ? { deadlineMs: waitMs } : {}) }
    const answer = await this.#client({ method: 'GET', path: '/events', fields }, options)
    this.#failure = undefined
    const fresh = readAs(polled, answer).events.filter(({ id }) => id > queue.last)
    queue.last = fresh.reduce((newest, { id }) => Math.max(newest, id), queue.last)
    const news = fresh.filter(({ type }) => type !== 'heartbeat') as unknown as HeardEvent[]
    this.#recent.add(news)
    if (news.length > 0) this.#ring()
    return fresh.length > 0
  }

  /** A queue dropped by the server is abandoned; its events are lost. */
  #isForgotten({ code }: OperationError): boolean {
    if (!this.#queue || code !== 'invalid_input') return false
    this.#queue = undefined
    if (this.#losses > 0) this.#registerAfter = performance.now() + pauseMs(this.#losses)
    this.#losses += 1
    this.#isDeaf = true
    this.#log.warn('the chat server has ended the event queue: events may be lost')
    return true
  }

  /** Only now: a client that reads after the notice must not miss later events. */
  #emitLoss(): void {
    this.#isDeaf = false
    this.#recent.lose()
    this.#ring()
  }

  #fail(failure: OperationError): void {
    if (this.#failure === undefined) {
      this.#log.warn({ code: failure.code }, 'the chat server cannot be heard')
    }
    this.#failure = failure
    if (isFinal(failure)) this.#ring()
  }
}
