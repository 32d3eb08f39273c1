import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type McpServer,
  type MessageExtraInfo,
  ProtocolErrorCode,
  type RequestId,
  WebStandardStreamableHTTPServerTransport as HttpTransport,
} from '@modelcontextprotocol/server'
import type { WatchChat } from '../../contract/chat.ts'
import type { Owned, Owner } from '../fair-set.ts'
import { NoticeStream } from './notice-stream.ts'
import { cancelledId } from './read-messages.ts'
import { SessionChannel } from './session-channel.ts'
import { Subscriptions } from './subscriptions.ts'

/** What a session is made of. */
export interface SessionParts {
  owner: Owner
  caller: string | undefined
  /** What the client said of itself: the `params` of its first message. */
  facts: Record<string, unknown>
  watchChat: WatchChat
  makeId(): string
  /** Builds one that answers `initialize` only: many clients never say more. */
  greet(): McpServer
  /** Builds a server instance for the client; it may be closed and built again between requests. */
  build(subscriptions: Subscriptions): McpServer
  /** Told of failures that the client is not told of. */
  report(error: Error): void
  /** Called once the client has got its id. */
  onOpen(id: string): void
  /** Called once it is over. */
  onClose(): void
}

/**
 * A session of a 2025-era client: the transport, what the client said of itself and what it listens to. The server instance, which
 * is large, is there only while it is needed.
 */
export class Session implements Owned {
  readonly owner: Owner
  readonly caller: string | undefined
  readonly openedAt = Date.now()
  usedAt = Date.now()
  /** Whether the client has said anything after its first message. */
  isConfirmed = false
  readonly #parts: SessionParts
  readonly #facts: string
  readonly #transport: HttpTransport
  readonly #subscriptions: Subscriptions
  #instance: Promise<SessionChannel> | undefined
  #channel: SessionChannel | undefined
  #notices: NoticeStream | undefined
  /** Requests and event streams that are open now. */
  #open = 0
  /** Ids of running requests that have their answer stream to themselves. */
  readonly #running = new Set<RequestId>()
  /** Messages that wait for the server instance. */
  #arriving = 0

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.owner = parts.owner
    this.caller = parts.caller
    this.#facts = JSON.stringify(parts.facts)
    this.#subscriptions = new Subscriptions(parts.watchChat, (uri) => this.#notices?.notify(uri))
    this.#transport = new HttpTransport({
      sessionIdGenerator: parts.makeId,
      onsessioninitialized: (id) => parts.onOpen(id),
    })
    this.#transport.onmessage = (message, extra) => void this.#receive(message, extra)
    this.#transport.onclose = () => {
      this.#subscriptions.close()
      void this.#release()
      parts.onClose()
    }
  }

  get id(): string | undefined {
    return this.#transport.sessionId
  }

  get isIdle(): boolean {
    return this.#open === 0
  }

  /** Whether the server instance is there, and not needed now. */
  get canRest(): boolean {
    return this.#channel?.isBusy === false && this.#arriving === 0
  }

  /** Serves a request; `onEnd` is called once its answer has ended, in whatever way. */
  async serve(request: Request, parsedBody: unknown, onEnd: () => void): Promise<Response> {
    this.#open += 1
    this.usedAt = Date.now()
    const id = isJSONRPCRequest(parsedBody) ? parsedBody.id : undefined
    if (id !== undefined) this.#running.add(id)
    const release = () => {
      this.#open -= 1
      this.usedAt = Date.now()
      if (id !== undefined) this.#running.delete(id)
      onEnd()
    }
    try {
      const response = await this.#transport.handleRequest(request, { parsedBody })
      this.#closeCancelled(parsedBody)
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        release()
        return response
      }
      const isNoticed = request.method === 'GET'
      return onceEnded(isNoticed ? this.#withNotices(response) : response, release)
    } catch (thrown) {
      release()
      throw thrown
    }
  }

  /** Gives up the server instance until the next message. */
  rest(): void {
    void this.#release()
  }

  /** Ends the event stream between calls. */
  closeStream(): void {
    this.#transport.closeStandaloneSSEStream()
  }

  close(): void {
    void this.#transport.close()
  }

  async #receive(message: JSONRPCMessage, extra?: MessageExtraInfo): Promise<void> {
    this.#arriving += 1
    try {
      if (isJSONRPCRequest(message) && message.method === 'initialize') {
        await this.#greet(message, extra)
        return
      }
      // Nothing runs that a notification could be about.
      if (!this.#instance && isJSONRPCNotification(message)) return
      const channel = this.#channel ?? (await this.#instantiate())
      channel.deliver(message, extra)
    } catch (cause) {
      this.#parts.report(new Error('A session could not be served.', { cause }))
      if (!isJSONRPCRequest(message)) return
      const error = { code: ProtocolErrorCode.InternalError, message: 'Internal error' }
      await this.#transport.send({ jsonrpc: '2.0', id: message.id, error }).catch(() => {})
    } finally {
      this.#arriving -= 1
    }
  }

  /** Serves the first message; the instance that does is gone once its answer is sent. */
  async #greet(message: JSONRPCMessage, extra?: MessageExtraInfo): Promise<void> {
    const channel = new SessionChannel(this.#transport)
    await this.#parts.greet().connect(channel)
    await channel.answer(message, extra)
    await channel.close()
  }

  async #instantiate(): Promise<SessionChannel> {
    this.#instance ??= this.#connect()
    return this.#instance
  }

  async #connect(): Promise<SessionChannel> {
    try {
      const channel = new SessionChannel(this.#transport)
      await this.#parts.build(this.#subscriptions).connect(channel)
      await channel.repeatInitialize(JSON.parse(this.#facts) as Record<string, unknown>)
      this.#channel = channel
      return channel
    } catch (thrown) {
      this.#instance = undefined
      throw thrown
    }
  }

  async #release(): Promise<void> {
    const channel = this.#channel
    this.#channel = undefined
    this.#instance = undefined
    await channel?.close()
  }

  /** The stream between calls: what a slow reader has not taken waits, each address once. */
  #withNotices(response: Response): Response {
    const notices = new NoticeStream()
    this.#notices = notices
    notices.subscribe((event) => {
      if (event.kind !== 'resource_updated') return
      const params = { uri: event.uri }
      const method = 'notifications/resources/updated'
      this.#transport.send({ jsonrpc: '2.0', method, params }).catch(() => {})
    })
    return onceEnded(notices.counted(response), () => {
      if (this.#notices === notices) this.#notices = undefined
    })
  }

  /** A cancelled request is never answered: without this its stream would stay open for ever. */
  #closeCancelled(parsedBody: unknown): void {
    const id = cancelledId(parsedBody)
    if (id !== undefined && this.#running.has(id)) this.#transport.closeSSEStream(id)
  }
}

/** Passes a response on and calls back once when its body has ended in any way. */
export function onceEnded(response: Response, callback: () => void): Response {
  let isTold = false
  const notify = () => {
    if (!isTold) callback()
    isTold = true
  }
  const body = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({ flush: notify, cancel: notify }),
  )
  return new Response(body, response)
}
