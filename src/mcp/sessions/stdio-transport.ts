import type { Readable, Writable } from 'node:stream'
import {
  deserializeMessage,
  type JSONRPCMessage,
  ProtocolErrorCode,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server'
import { isJsonDeeperThan } from '../../lib/json-depth.ts'
import { MCP_REQUEST_MAX_DEPTH, STDIO_MESSAGE_MAX_BYTES } from '../limits.ts'
import { LineReader } from './line-reader.ts'
import { RequestIdScan } from './request-id-scan.ts'

/**
 * JSON-RPC on stdin and stdout, a message per line. Differs from the SDK's in what becomes of a message that is too large or
 * nested too deep: it is answered with an error, and the connection lives.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #stdin: Readable
  readonly #stdout: Writable
  readonly #reader: LineReader
  #oversized = new RequestIdScan()
  #isClosed = false

  constructor(stdin: Readable = process.stdin, stdout: Writable = process.stdout) {
    this.#stdin = stdin
    this.#stdout = stdout
    this.#reader = new LineReader(STDIO_MESSAGE_MAX_BYTES, {
      line: (bytes) => this.#receive(bytes),
      skipped: (bytes) => this.#oversized.push(bytes),
      skippedLine: () => {
        this.#refuse(this.#oversized, `The message is larger than ${STDIO_MESSAGE_MAX_BYTES} bytes`)
        this.#oversized = new RequestIdScan()
      },
    })
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
    return this.#write(serializeMessage(message))
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stdin.off('data', this.#read)
    this.#stdin.off('error', this.#report)
    this.#stdin.off('end', this.#end)
    this.#stdin.off('close', this.#end)
    if (this.#stdin.listenerCount('data') === 0) this.#stdin.pause()
    this.onclose?.()
  }

  readonly #read = (bytes: Buffer) => this.#reader.push(bytes)
  readonly #report = (error: Error) => this.onerror?.(error)
  readonly #end = () => void this.close()
  readonly #stdoutFailed = (error: Error) => {
    if (this.#isClosed) return
    this.onerror?.(error)
    void this.close()
  }

  #receive(line: Buffer): void {
    const text = line.toString('utf8')
    if (isJsonDeeperThan(MCP_REQUEST_MAX_DEPTH, text)) {
      const scan = new RequestIdScan()
      scan.push(line)
      this.#refuse(scan, 'The request is nested too deep')
      return
    }
    try {
      this.onmessage?.(deserializeMessage(text))
    } catch (thrown) {
      // Some programs print other things on the same pipe.
      if (!(thrown instanceof SyntaxError)) this.onerror?.(toError(thrown))
    }
  }

  #refuse({ id = null }: { id?: string | number | null | undefined }, message: string): void {
    const error = { code: ProtocolErrorCode.InvalidRequest, message }
    this.onerror?.(new Error(message))
    this.#write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`).catch(() => {})
  }

  async #write(text: string): Promise<void> {
    if (this.#isClosed) throw new Error('The connection is closed')
    await new Promise<void>((resolve, reject) => {
      this.#stdout.write(text, (error) => (error ? reject(error) : resolve()))
    })
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
