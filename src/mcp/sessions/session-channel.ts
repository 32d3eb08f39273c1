import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type RequestId,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server'
import { cancelledId } from './read-messages.ts'

/** Id of the request that repeats a client's `initialize`; nothing a client sends has it. */
const REPEATED_ID = 'bellhop/initialize'

/**
 * What connects a server instance to the transport of a session, which outlives it. Knows whether requests are under way.
 */
export class SessionChannel implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  readonly #wire: Transport
  readonly #pending = new Set<RequestId>()
  #repeated: (() => void) | undefined
  #answered: (() => void) | undefined
  #isClosed = false

  constructor(wire: Transport) {
    this.#wire = wire
  }

  get sessionId(): string | undefined {
    return this.#wire.sessionId
  }

  /** Whether a request has no answer yet. */
  get isBusy(): boolean {
    return this.#pending.size > 0
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#isClosed) return
    const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)
    if (isAnswer && message.id === REPEATED_ID && this.#repeated) {
      this.#repeated()
      return
    }
    await this.#wire.send(message, options)
    if (isAnswer && message.id !== undefined) this.#pending.delete(message.id)
    if (isAnswer) this.#answered?.()
  }

  /** Hands a message of the client to the instance. */
  deliver(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    if (isJSONRPCRequest(message)) this.#pending.add(message.id)
    const cancelled = cancelledId(message)
    if (cancelled !== undefined) this.#pending.delete(cancelled)
    this.onmessage?.(message, extra)
  }

  /** Hands over a request, and waits until the instance has answered it. */
  async answer(request: JSONRPCMessage, extra?: MessageExtraInfo): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#answered = resolve
      this.deliver(request, extra)
    })
  }

  /** Tells the instance what the client said of itself; it is not answered again. */
  async repeatInitialize(params: Record<string, unknown>): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#repeated = () => {
        this.#repeated = undefined
        resolve()
      }
      this.onmessage?.({ jsonrpc: '2.0', id: REPEATED_ID, method: 'initialize', params })
    })
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#repeated?.()
    this.#answered?.()
    this.onclose?.()
  }
}
