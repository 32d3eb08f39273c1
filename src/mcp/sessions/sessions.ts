import type { McpServer } from '@modelcontextprotocol/server'
import type { WatchChat } from '../../contract/chat.ts'
import { FairSet, type Owner, type Refusal } from '../fair-set.ts'
import { READY_SESSIONS_MAX_COUNT, type SessionLimits } from '../limits.ts'
import { onceEnded, Session } from './session.ts'
import type { Subscriptions } from './subscriptions.ts'

const SWEEP_INTERVAL_MS = 60_000

/** Who asks for a session, and what of. */
export interface SessionRequest {
  owner: Owner
  caller: string | undefined
  /** What the client said of itself: the `params` of its first message. */
  facts: Record<string, unknown>
  /** A new id for it. */
  makeId(): string
  /** Builds one that answers `initialize` only. */
  greet(): McpServer
  /** Builds a server instance for the client. */
  build(subscriptions: Subscriptions): McpServer
  /** Told of failures that the client is not told of. */
  report(error: Error): void
  /** Called once the session is over. */
  onEnd(): void
}

/** Keeps the sessions of 2025-era HTTP clients, which live in this process only: others hand their requests on to it. */
export class Sessions {
  readonly #byId = new Map<string, Session>()
  readonly #shares: FairSet
  readonly #streams: FairSet
  readonly #limits: SessionLimits
  readonly #watchChat: WatchChat
  readonly #sweep: NodeJS.Timeout
  /** Sessions that have a server instance, the least recently used first. */
  readonly #ready = new Set<Session>()

  /** `streams` counts the event streams of sessions together with others. */
  constructor(limits: SessionLimits, streams: FairSet, watchChat: WatchChat) {
    this.#limits = limits
    this.#shares = new FairSet(limits)
    this.#streams = streams
    this.#watchChat = watchChat
    const { idleMs, silentMs } = limits
    this.#sweep = setInterval(
      () => this.#closeUnused(),
      Math.min(SWEEP_INTERVAL_MS, idleMs, silentMs),
    )
    this.#sweep.unref()
  }

  get count(): number {
    return this.#byId.size
  }

  /** Serves a request of an existing session; undefined when the caller has no such session. */
  async handle(
    id: string,
    caller: string | undefined,
    request: Request,
    parsedBody: unknown,
  ): Promise<Response | Refusal | undefined> {
    const session = this.#byId.get(id)
    // An id is a handle, not a credential: it works for the caller that opened the session only.
    if (!session || session.caller !== caller) return undefined
    session.isConfirmed = true
    return request.method === 'GET'
      ? this.#listen(session, request)
      : this.#serve(session, request, parsedBody)
  }

  /** Opens a session for an `initialize` request; returns why when there is no room. */
  async open(
    sessionRequest: SessionRequest,
    request: Request,
    parsedBody: unknown,
  ): Promise<Response | Refusal> {
    const session = new Session({
      ...sessionRequest,
      watchChat: this.#watchChat,
      onOpen: (id) => void this.#byId.set(id, session),
      onClose: () => {
        if (session.id !== undefined) this.#byId.delete(session.id)
        this.#shares.delete(session)
        this.#ready.delete(session)
        sessionRequest.onEnd()
      },
    })
    const refusal = this.#shares.add(session)
    if (refusal) return refusal
    try {
      return await session.serve(request, parsedBody, () => {})
    } finally {
      if (session.id === undefined) session.close()
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    for (const session of this.#byId.values()) session.close()
  }

  async #serve(session: Session, request: Request, parsedBody: unknown): Promise<Response> {
    this.#ready.delete(session)
    this.#ready.add(session)
    return session.serve(request, parsedBody, () => this.#restUnused())
  }

  async #listen(session: Session, request: Request): Promise<Response | Refusal> {
    const { owner } = session
    const close = () => session.closeStream()
    const stream = { owner, usedAt: Date.now(), isIdle: false, close }
    const refusal = this.#streams.add(stream)
    if (refusal) return refusal
    const end = () => this.#streams.delete(stream)
    try {
      const response = await session.serve(request, undefined, () => {})
      if (response.status === 200) return onceEnded(response, end)
      end()
      return response
    } catch (thrown) {
      end()
      throw thrown
    }
  }

  #restUnused(): void {
    for (const session of this.#ready) {
      if (this.#ready.size <= READY_SESSIONS_MAX_COUNT) return
      if (!session.canRest) continue
      session.rest()
      this.#ready.delete(session)
    }
  }

  #closeUnused(): void {
    const now = Date.now()
    const { idleMs, silentMs } = this.#limits
    for (const session of this.#byId.values()) {
      const isSilent = session.caller === undefined && !session.isConfirmed
      const lifeMs = isSilent ? Math.min(silentMs, idleMs) : idleMs
      if (session.isIdle && session.usedAt < now - lifeMs) session.close()
    }
    this.#restUnused()
  }
}
