import { deserialize, serialize } from 'node:v8'
import type { ErrorCode } from '../contract/errors.ts'
import { type HeldBody, isHeldBody } from '../contract/held-body.ts'

/** What the parent asks of a child. */
export interface JobRequest {
  id: number
  job: string
  input: unknown
  /** The field of the input that the next message fills: a document as it is, without a copy of it being made. */
  documentField?: string | undefined
}

/** An OperationError on its way out of a child. */
export interface CrossingError {
  code: ErrorCode
  message: string
  hint: string | undefined
  fields: Readonly<Record<string, unknown>>
}

/** What came of a job; `reason` is for the log. */
export type JobOutcome =
  | { kind: 'value'; value: unknown }
  | { kind: 'refused'; error: CrossingError; reason: string }
  | { kind: 'threw'; errorCode: string; reason: string }

/** What a job took: the size of its child after it, and processor time. */
export interface JobCost {
  rssBytes: number
  cpuMs: number
}

/** What a child answers. */
export type JobReply = { id: number } & JobCost & JobOutcome

/** The progress of a job, reported by a child before its reply. */
export interface JobProgress {
  id: number
  kind: 'progress'
  done: number
  total: number
}

/** The first message of a child; `guarded` when Node's permission model is in force in it. */
export interface Ready {
  kind: 'ready'
  guarded: boolean
}

/** Longest text of an error that is taken from a child. */
export const REASON_MAX_CHARS = 4096
/** Longest message that is looked at as progress. */
export const PROGRESS_MAX_BYTES = 256

const HEADER_BYTES = 4

/** A job on its way to a child: a message, and the document that follows it where that is a held one. */
export interface Parcel {
  message: Uint8Array
  document: HeldBody | undefined
  /** Bytes of both. */
  byteLength: number
}

/** Encodes one message (structured clone); throws on functions and other things without a copy. */
export function encode(message: JobRequest | JobProgress | JobReply | Ready): Uint8Array {
  return serialize(message)
}

function decodeRequest(body: Uint8Array): JobRequest {
  return deserialize(body) as JobRequest
}

/** Decodes what a child sent, believing nothing: undefined when it is no such message. */
export function decodeReady(body: Uint8Array): Ready | undefined {
  const message = decodeRecord(body)
  if (message?.['kind'] !== 'ready') return undefined
  return { kind: 'ready', guarded: message['guarded'] === true }
}

/** Decodes what a child sent, believing nothing: undefined when it is no progress of a job. */
export function decodeProgress(body: Uint8Array): JobProgress | undefined {
  const message = body.byteLength > PROGRESS_MAX_BYTES ? undefined : decodeRecord(body)
  if (message?.['kind'] !== 'progress') return undefined
  const { id, done, total } = message
  if (typeof id !== 'number' || !isCount(done) || !isCount(total)) return undefined
  return { id, kind: 'progress', done, total }
}

/** Decodes what a child sent, believing nothing: undefined when it is no well-formed reply. */
export function decodeReply(body: Uint8Array): JobReply | undefined {
  const message = decodeRecord(body)
  const { id, rssBytes, cpuMs } = message ?? {}
  if (!message || typeof id !== 'number' || !isCount(rssBytes) || !isCount(cpuMs)) return undefined
  const outcome = decodeOutcome(message)
  return outcome && { id, rssBytes, cpuMs, ...outcome }
}

function decodeOutcome(message: Record<string, unknown>): JobOutcome | undefined {
  const { kind, error } = message
  if (kind === 'value') return { kind, value: message['value'] }
  const reason = shortText(message['reason'])
  if (kind === 'threw') return { kind, errorCode: shortText(message['errorCode']), reason }
  if (kind !== 'refused' || !isRecord(error)) return undefined
  return {
    kind,
    reason,
    error: {
      code: shortText(error['code']) as ErrorCode,
      message: shortText(error['message']),
      hint: error['hint'] === undefined ? undefined : shortText(error['hint']),
      fields: isRecord(error['fields']) ? error['fields'] : {},
    },
  }
}

function decodeRecord(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const message: unknown = deserialize(body)
    return isRecord(message) ? message : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function shortText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, REASON_MAX_CHARS) : ''
}

/** Frames a message for a byte stream: its length as four bytes, big-endian. */
export function frameHeader({ byteLength }: { byteLength: number }): Uint8Array {
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  header.writeUInt32BE(byteLength)
  return header
}

/** Puts requests together from messages: one, or two where a document follows. The child trusts its parent. */
export class RequestReader {
  readonly #onRequest: (request: JobRequest) => void
  #incomplete: JobRequest | undefined

  constructor(onRequest: (request: JobRequest) => void) {
    this.#onRequest = onRequest
  }

  /** Takes the next message. */
  push(message: Uint8Array): void {
    const before = this.#incomplete
    this.#incomplete = undefined
    const request = before ? withDocument(before, message) : decodeRequest(message)
    if (request.documentField === undefined) this.#onRequest(request)
    else this.#incomplete = request
  }
}

function withDocument(
  { documentField = '', input, ...rest }: JobRequest,
  document: Uint8Array,
): JobRequest {
  return { ...rest, input: { ...(input as object), [documentField]: document } }
}

/** Thrown by a FrameReader on a frame over its cap, before any of it is kept. */
export class OversizedFrame extends Error {
  override readonly name = 'OversizedFrame'
}

/** Cuts a byte stream into messages of at most `maxBytes`. */
export class FrameReader {
  readonly #maxBytes: number
  readonly #onBody: (body: Uint8Array) => void
  readonly #header = Buffer.alloc(HEADER_BYTES)
  #headerBytes = 0
  #body: Buffer | undefined
  #bodyBytes = 0

  constructor(maxBytes: number, onBody: (body: Uint8Array) => void) {
    this.#maxBytes = maxBytes
    this.#onBody = onBody
  }

  /** Takes the next bytes; throws OversizedFrame as soon as a header announces too much. */
  push(chunk: Uint8Array): void {
    let offset = 0
    while (offset < chunk.byteLength) {
      offset += this.#body ? this.#takeBody(chunk, offset) : this.#takeHeader(chunk, offset)
    }
  }

  #takeHeader(chunk: Uint8Array, offset: number): number {
    const part = chunk.subarray(offset, offset + HEADER_BYTES - this.#headerBytes)
    this.#header.set(part, this.#headerBytes)
    this.#headerBytes += part.byteLength
    if (this.#headerBytes === HEADER_BYTES) {
      const length = this.#header.readUInt32BE()
      if (length > this.#maxBytes) throw new OversizedFrame(`a frame of ${length} bytes`)
      this.#headerBytes = 0
      this.#body = Buffer.allocUnsafe(length)
      this.#bodyBytes = 0
      this.#deliverWhenWhole()
    }
    return part.byteLength
  }

  #takeBody(chunk: Uint8Array, offset: number): number {
    const body = this.#body as Buffer
    const part = chunk.subarray(offset, offset + body.byteLength - this.#bodyBytes)
    body.set(part, this.#bodyBytes)
    this.#bodyBytes += part.byteLength
    this.#deliverWhenWhole()
    return part.byteLength
  }

  #deliverWhenWhole(): void {
    const body = this.#body
    if (!body || this.#bodyBytes < body.byteLength) return
    this.#body = undefined
    this.#onBody(body)
  }
}

/** Packs a job; a held document among the fields of the input is left where it is. Throws on what has no copy. */
export function packJob(id: number, job: string, input: unknown): Parcel {
  const [field, document] = heldField(input) ?? []
  const rest = field === undefined ? input : { ...(input as object), [field]: undefined }
  const message = encode({ id, job, input: rest, documentField: field })
  return { message, document, byteLength: message.byteLength + (document?.byteLength ?? 0) }
}

function heldField(input: unknown): [string, HeldBody] | undefined {
  // Only records have fields by name: a list of bytes would have a million entries.
  if (typeof input !== 'object' || input === null) return undefined
  if (Object.getPrototypeOf(input) !== Object.prototype) return undefined
  return Object.entries(input).find((entry): entry is [string, HeldBody] => isHeldBody(entry[1]))
}
