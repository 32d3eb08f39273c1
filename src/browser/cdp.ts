import { isRecord } from '../lib/is-record.ts'

/** What a browser answers or tells: fields of the DevTools protocol, of which pages write some. */
// oxlint-disable-next-line typescript/no-explicit-any -- the protocol has hundreds of shapes; what is used is checked where it is used.
export type CdpFields = Record<string, any>

/** Told of an event: its fields, and the session in which it happened. */
export type CdpHandler = (fields: CdpFields, sessionId: string) => void

/** A browser's refusal of a command, or the end of the browser. */
export class CdpFailure extends Error {
  override readonly name = 'CdpFailure'
}

interface Waiting {
  method: string
  resolve(result: CdpFields): void
  reject(error: Error): void
}

/**
 * A client of the DevTools protocol over whatever carries texts: commands with their answers, and events by session. The session
 * of the browser itself is the empty one.
 */
export class Cdp {
  readonly #send: (text: string) => void
  readonly #waiting = new Map<number, Waiting>()
  readonly #handlers = new Map<string, Map<string, Set<CdpHandler>>>()
  readonly #closed = Promise.withResolvers<string>()
  #lastId = 0
  #end: string | undefined

  constructor(send: (text: string) => void) {
    this.#send = send
  }

  /** Resolves with the reason when the browser has gone. */
  get closed(): Promise<string> {
    return this.#closed.promise
  }

  get isClosed(): boolean {
    return this.#end !== undefined
  }

  /** Sends a command. Throws CdpFailure. */
  async send(method: string, params: CdpFields = {}, sessionId = ''): Promise<CdpFields> {
    if (this.#end !== undefined) throw new CdpFailure(`${method}: the browser has gone`)
    this.#lastId += 1
    const id = this.#lastId
    const answer = Promise.withResolvers<CdpFields>()
    const { resolve, reject } = answer
    this.#waiting.set(id, { method, resolve, reject })
    this.#send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }))
    return answer.promise
  }

  /** Calls the handler for each event of that name in that session, until the session is forgotten. */
  on(sessionId: string, method: string, handler: CdpHandler): () => void {
    const ofSession = this.#handlers.get(sessionId) ?? new Map<string, Set<CdpHandler>>()
    this.#handlers.set(sessionId, ofSession)
    const handlers = ofSession.get(method) ?? new Set()
    ofSession.set(method, handlers)
    handlers.add(handler)
    return () => void handlers.delete(handler)
  }

  /** Drops all handlers of a session. */
  forget(sessionId: string): void {
    this.#handlers.delete(sessionId)
  }

  /** Takes one text that the browser sent; what is no message of the protocol is left alone. */
  receive(text: string): void {
    const message = readMessage(text)
    if (!message) return
    const { id, method, sessionId } = message
    if (typeof id === 'number') {
      this.#answer(id, message)
      return
    }
    if (typeof method !== 'string') return
    const session = typeof sessionId === 'string' ? sessionId : ''
    const handlers = this.#handlers.get(session)?.get(method)
    const fields = isRecord(message['params']) ? message['params'] : {}
    for (const handler of handlers ?? []) handler(fields, session)
  }

  /** Ends everything that waits: the browser has gone. */
  shut(reason: string): void {
    if (this.#end !== undefined) return
    this.#end = reason
    for (const { method, reject } of this.#waiting.values()) {
      reject(new CdpFailure(`${method}: the browser has gone`))
    }
    this.#waiting.clear()
    this.#handlers.clear()
    this.#closed.resolve(reason)
  }

  #answer(id: number, { error, result }: CdpFields): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (!waiting) return
    if (isRecord(error)) {
      waiting.reject(new CdpFailure(`${waiting.method}: ${String(error['message'])}`))
    } else waiting.resolve(isRecord(result) ? result : {})
  }
}

function readMessage(text: string): CdpFields | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return isRecord(message) ? message : undefined
  } catch {
    return undefined
  }
}
