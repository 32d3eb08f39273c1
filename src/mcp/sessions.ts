import { randomUUID } from 'node:crypto'
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type McpServer,
  type RequestId,
  WebStandardStreamableHTTPServerTransport as Transport,
} from '@modelcontextprotocol/server'
import type { SessionLimits } from './limits.ts'

const SWEEP_INTERVAL_MS = 60_000

interface Session {
  transport: Transport
  caller: string | undefined
  usedAt: number
  /** Requests and event streams that are open now. */
  open: number
  /** Ids of running requests that have their answer stream to themselves. */
  running: Set<RequestId>
}

/** Keeps the sessions of 2025-era HTTP clients, which live in this process only. */
export class Sessions {
  readonly #sessions = new Map<string, Session>()
  readonly #limits: SessionLimits
  readonly #sweep: NodeJS.Timeout

  constructor(limits: SessionLimits) {
    this.#limits = limits
    this.#sweep = setInterval(() => this.#closeIdle(), Math.min(SWEEP_INTERVAL_MS, limits.idleMs))
    this.#sweep.unref()
  }

  get count(): number {
    return this.#sessions.size
  }

  /** Serves a request of an existing session; undefined when the caller has no such session. */
  async handle(
    id: string,
    caller: string | undefined,
    request: Request,
    parsedBody: unknown,
  ): Promise<Response | undefined> {
    const session = this.#sessions.get(id)
    // An id is a handle, not a credential: it works for the caller that opened the session only.
    if (!session || session.caller !== caller) return undefined
    return this.#serve(session, request, parsedBody)
  }

  /** Opens a session for an `initialize` request; undefined when every place is taken. */
  async open(
    server: McpServer,
    caller: string | undefined,
    request: Request,
    parsedBody: unknown,
  ): Promise<Response | undefined> {
    if (this.#sessions.size >= this.#limits.maxCount && !this.#closeLeastUsed()) return undefined
    const transport = new Transport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#sessions.set(id, session),
    })
    const session: Session = { transport, caller, usedAt: Date.now(), open: 0, running: new Set() }
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId)
    }
    await server.connect(transport)
    return this.#serve(session, request, parsedBody)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()))
  }

  async #serve(session: Session, request: Request, parsedBody: unknown): Promise<Response> {
    session.open += 1
    session.usedAt = Date.now()
    const id = isJSONRPCRequest(parsedBody) ? parsedBody.id : undefined
    if (id !== undefined) session.running.add(id)
    const release = () => {
      session.open -= 1
      session.usedAt = Date.now()
      if (id !== undefined) session.running.delete(id)
    }
    try {
      const response = await session.transport.handleRequest(request, { parsedBody })
      closeCancelled(session, parsedBody)
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        release()
        return response
      }
      return new Response(response.body?.pipeThrough(onEnd(release)), response)
    } catch (thrown) {
      release()
      throw thrown
    }
  }

  #closeIdle(): void {
    const before = Date.now() - this.#limits.idleMs
    for (const { transport, open, usedAt } of this.#sessions.values()) {
      if (open === 0 && usedAt < before) void transport.close()
    }
  }

  #closeLeastUsed(): boolean {
    let least: Session | undefined
    for (const session of this.#sessions.values()) {
      if (session.open === 0 && (!least || session.usedAt < least.usedAt)) least = session
    }
    if (least) void least.transport.close()
    return least !== undefined
  }
}

/** A cancelled request is never answered: without this its stream would stay open for ever. */
function closeCancelled({ transport, running }: Session, parsedBody: unknown): void {
  if (!isJSONRPCNotification(parsedBody) || parsedBody.method !== 'notifications/cancelled') return
  const id = parsedBody.params?.['requestId']
  const isId = typeof id === 'string' || typeof id === 'number'
  if (isId && running.has(id)) transport.closeSSEStream(id)
}

/** Passes a stream through and calls back once when it has ended in any way. */
function onEnd(callback: () => void): TransformStream<Uint8Array, Uint8Array> {
  let told = false
  const tell = () => {
    if (!told) callback()
    told = true
  }
  return new TransformStream<Uint8Array, Uint8Array>({ flush: tell, cancel: tell })
}
