import { type Following, type Listener, listenTo } from '../../chat/resources/event-listener.ts'
import { loadSubject } from '../../chat/resources/resource-subject.ts'
import { OperationError } from '../../contract/errors.ts'
import { RateLimit } from '../../lib/rate-limit.ts'
import type { ChatHttpClient } from './chat-http-client.ts'
import { WATCH_REQUESTS, WATCHED_QUEUES_MAX_COUNT } from './limits.ts'
import { pause } from './pauses.ts'
import { Watcher, type WatcherParts } from './watcher.ts'

/** Watches addresses at a server for all who listen in this process; nothing is asked before the first of them. */
export class ChatWatch implements Following {
  readonly #parts: WatcherParts
  readonly #listeners = new Set<Listener>()
  #watcher: { begun: Promise<Watcher>; end(): Promise<void> } | undefined
  /** Listeners that are being added. */
  #arriving = 0
  #isClosed = false
  #ended: Promise<unknown> = Promise.resolve()

  constructor(parts: WatcherParts & { now(): number }) {
    this.#parts = { ...parts, client: inTurn(parts.client, parts.now) }
  }

  /** Notifies of changes at a `chat://…` address, as `WatchChat` does, for the account there. */
  async watch(uri: string, changed: () => void): Promise<() => void> {
    const { directory, ownId } = this.#parts
    const subject = await loadSubject(directory, await ownId(), uri)
    return listenTo(this, subject, changed)
  }

  async add(listener: Listener): Promise<void> {
    if (this.#isClosed) throw new OperationError('cancelled', 'The chat has ended.')
    this.#arriving += 1
    try {
      this.#watcher ??= this.#begin()
      const watcher = await this.#watcher.begun
      await watcher.check(listener.subject)
      this.#requireFewEnough(listener)
      this.#listeners.add(listener)
    } finally {
      this.#arriving -= 1
      this.#endIfIdle()
    }
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener)
    this.#endIfIdle()
  }

  /** Ends all listening; resolves when the server has let go of the queue, or has had its time. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const listener of this.#listeners) listener.lost()
    this.#end()
    await this.#ended
  }

  #begin() {
    const watcher = new Watcher(this.#parts, this.#listeners)
    const begun = watcher.begin().then(() => watcher)
    return { begun, end: async () => watcher.end() }
  }

  #endIfIdle(): void {
    if (this.#listeners.size === 0 && this.#arriving === 0) this.#end()
  }

  #end(): void {
    const ending = this.#watcher?.end()
    this.#watcher = undefined
    if (ending) this.#ended = Promise.all([this.#ended, ending]).then(() => undefined)
  }

  /** Looking into a queue is a request each time something happens. */
  #requireFewEnough({ subject }: Listener): void {
    if (subject.kind !== 'events') return
    const watched = [...this.#listeners].flatMap((one) =>
      one.subject.kind === 'events' ? [one.subject.queueId] : [],
    )
    if (new Set([...watched, subject.queueId]).size > WATCHED_QUEUES_MAX_COUNT) {
      throw new OperationError('invalid_input', 'Too many event queues are watched.', {
        hint: 'Read them with get_events, or wait with chat_wait_for_events.',
      })
    }
  }
}

/** A client whose requests wait where they come too often. */
function inTurn(client: ChatHttpClient, now: () => number): ChatHttpClient {
  const limit = new RateLimit(WATCH_REQUESTS)
  return async (request, options) => {
    for (;;) {
      const verdict = limit.take('', now())
      if (!verdict || verdict.allowed || options.signal.aborted) return client(request, options)
      await pause(verdict.retryAfterSeconds * 1_000, options.signal)
    }
  }
}
