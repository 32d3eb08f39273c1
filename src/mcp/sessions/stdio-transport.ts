import type { Readable, Writable } from 'node:stream'
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server'
import { STDIO_ANSWER_MAX_MS, STDIO_MESSAGE_MAX_BYTES } from '../limits.ts'
import { LineReader } from './line-reader.ts'
import {
  cancelledId,
  invalidMessage,
  readMessages,
  type Refusal,
  refusalText,
} from './read-messages.ts'
import { RequestIdScan } from './request-id-scan.ts'

/**
 * JSON-RPC on stdin and stdout, a message per line. Differs from the SDK's in that everything is answered: what is no message or
 * too large with an error, and what was asked before the end of stdin before the connection is closed.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #stdin: Readable
  readonly #stdout: Writable
  readonly #reader: LineReader
  readonly #closed = Promise.withResolvers<void>()
  /** Requests that have no answer yet. */
  readonly #running = new Set<RequestId>()
  #oversized = new RequestIdScan()
  #ending: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(stdin: Readable = process.stdin, stdout: Writable = process.stdout) {
    this.#stdin = stdin
    this.#stdout = stdout
    this.#reader = new LineReader(STDIO_MESSAGE_MAX_BYTES, {
      line: (bytes) => this.#receive(bytes),
      skipped: (bytes) => this.#oversized.push(bytes),
      skippedLine: () => {
        const reason = `The message is larger than ${STDIO_MESSAGE_MAX_BYTES} bytes`
        this.#refuse(invalidMessage(reason, this.#oversized.id))
        this.#oversized = new RequestIdScan()
      },
    })
  }

  /** Resolves once it is closed: by this side, or since the other side is gone. */
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  async start(): Promise<void> {
    this.#stdin.on('data', this.#read)
    this.#stdin.on('error', this.#report)
    this.#stdin.on('end', this.#end)
    this.#stdin.on('close', this.#end)
    // Stays attached: what is written to a pipe that broke fails later, and nobody is there to be told.
    this.#stdout.on('error', this.#stdoutFailed)
    if (this.#stdin.readableEnded || this.#stdin.destroyed) setImmediate(this.#end)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(serializeMessage(message))
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#ending)
    this.#stdin.off('data', this.#read)
    this.#stdin.off('error', this.#report)
    this.#stdin.off('end', this.#end)
    this.#stdin.off('close', this.#end)
    if (this.#stdin.listenerCount('data') === 0) this.#stdin.pause()
    this.onclose?.()
    this.#closed.resolve()
  }

  readonly #read = (bytes: Buffer) => this.#reader.push(bytes)
  readonly #report = (error: Error) => this.onerror?.(error)
  readonly #end = () => {
    if (this.#ending || this.#isClosed) return
    this.#reader.end()
    this.#ending = setTimeout(() => void this.close(), STDIO_ANSWER_MAX_MS)
    this.#closeOnceAnswered()
  }
  readonly #stdoutFailed = (error: Error) => {
    if (this.#isClosed) return
    this.onerror?.(error)
    void this.close()
  }

  #receive(line: Buffer): void {
    const { messages, refusals } = readMessages(line.toString('utf8'))
    for (const refusal of refusals) this.#refuse(refusal)
    for (const message of messages) {
      // Who listens is never answered.
      if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') {
        this.#running.add(message.id)
      }
      const cancelled = cancelledId(message)
      if (cancelled !== undefined) this.#settle(cancelled)
      this.onmessage?.(message)
    }
  }

  #refuse(refusal: Refusal): void {
    this.onerror?.(new Error(refusal.reason))
    if (refusal.id !== undefined) this.#write(`${refusalText(refusal)}\n`).catch(() => {})
  }

  #settle(id: RequestId): void {
    this.#running.delete(id)
    this.#closeOnceAnswered()
  }

  #closeOnceAnswered(): void {
    if (this.#ending && this.#running.size === 0) void this.close()
  }

  async #write(text: string): Promise<void> {
    if (this.#isClosed) throw new Error('The connection is closed')
    await new Promise<void>((resolve, reject) => {
      this.#stdout.write(text, (error) => (error ? reject(error) : resolve()))
    })
  }
}
