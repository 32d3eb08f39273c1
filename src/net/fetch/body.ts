import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FetchOptions } from '../../contract/net.ts'
import { documentTooLarge, upstreamFailed } from '../guard/failures.ts'

/** Codings that are offered. Deflate is understood but not offered: servers disagree on what it is. */
export const ACCEPT_ENCODING = 'gzip, br'

/** Bytes that a decoder gives at a time: each piece is a way to another thread and back. */
const DECODED_PIECE = { chunkSize: 64 * 1024 }

const decoders: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', () => createGunzip(DECODED_PIECE)],
  ['x-gzip', () => createGunzip(DECODED_PIECE)],
  ['deflate', () => createInflate(DECODED_PIECE)],
  ['br', () => createBrotliDecompress(DECODED_PIECE)],
])

/** The size of a body as far as it is known before reading. */
export interface BodySize {
  maxBytes: number
  /** Size of the body as it was announced. */
  totalBytes: number | undefined
}

/** Takes a body as it arrives. */
export interface BodySink {
  /** Takes one chunk of a body. */
  add(chunk: Uint8Array, size: BodySize): void | Promise<void>
}

/** Limits of reading a body, and its observers. */
export type BodyOptions = Pick<FetchOptions, 'enough' | 'progress' | 'arrived'> & {
  maxBytes: number
}

/**
 * Reads and decodes a body into a sink; false when `enough` ended it. Throws `too_large` when the coded bytes or the decoded
 * bytes pass `maxBytes`, `upstream_failed` on an unknown or a second content-coding (RFC 9110 8.4).
 */
export async function readInto(
  sink: BodySink,
  wire: Readable,
  headers: Readonly<Record<string, string>>,
  { maxBytes, enough, progress, arrived }: BodyOptions,
): Promise<boolean> {
  const coding = contentCoding(headers['content-encoding'])
  const announced = contentLength(headers['content-length'])
  if (announced !== undefined && announced > maxBytes && !enough) throw documentTooLarge(maxBytes)
  const total = coding ? undefined : announced
  const size = { maxBytes, totalBytes: total }
  let received = 0
  const coded = arrived ? observed(wire, arrived) : wire
  for await (const chunk of decoded(coded, coding, maxBytes)) {
    received += chunk.length
    if (received > maxBytes) throw documentTooLarge(maxBytes)
    const taken = sink.add(chunk, size)
    if (taken) await taken
    progress?.(received, total)
    if (enough?.(chunk)) return false
  }
  return true
}

/** Reads and decodes a small body whole; throws as `readInto` does. */
export async function readBody(
  wire: Readable,
  headers: Readonly<Record<string, string>>,
  options: BodyOptions,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  await readInto({ add: (chunk) => void chunks.push(chunk) }, wire, headers, options)
  return Buffer.concat(chunks)
}

async function* observed(
  wire: AsyncIterable<Uint8Array>,
  arrived: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of wire) {
    arrived(chunk.byteLength)
    yield chunk
  }
}

async function* decoded(
  wire: AsyncIterable<Uint8Array>,
  coding: string | undefined,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const decoder = coding === undefined ? undefined : decoders.get(coding)
  if (!decoder) {
    yield* wire
    return
  }
  const { first, rest } = await peeked(wire)
  // Some servers name the coding and send the body as it is.
  if (GZIP_NAMES.has(coding ?? '') && first.length > 0 && first[0] !== GZIP_START) {
    yield* rest
    return
  }
  // A decoder may consume bytes without end and output none, so both sides are counted.
  let coded = 0
  async function* metered(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      coded += chunk.length
      if (coded > maxBytes) throw documentTooLarge(maxBytes)
      yield chunk
    }
  }
  const output = pipeline(rest, metered, decoder(), () => {
    // The reader of the last stream sees the error.
  })
  try {
    yield* output as AsyncIterable<Uint8Array>
  } catch (thrown) {
    // Responses without a body (a 304, often a 403) may name the coding that a body would have had.
    if (coded === 0 && isEndOfInput(thrown)) return
    throw thrown
  }
}

const GZIP_NAMES: ReadonlySet<string> = new Set(['gzip', 'x-gzip'])
const GZIP_START = 0x1f

/** The first bytes of a body, and all of it. */
async function peeked(
  wire: AsyncIterable<Uint8Array>,
): Promise<{ first: Uint8Array; rest: AsyncIterable<Uint8Array> }> {
  const chunks = wire[Symbol.asyncIterator]()
  const begun = await chunks.next()
  const first = begun.done === true ? new Uint8Array() : begun.value
  return { first, rest: allOf(first, chunks) }
}

async function* allOf(
  first: Uint8Array,
  chunks: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
      yield next.value
  } finally {
    await chunks.return?.()
  }
}

function isEndOfInput(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'Z_BUF_ERROR'
}

function contentCoding(header: string | undefined): string | undefined {
  const codings = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const [coding] = codings
  if (coding !== undefined && (codings.length > 1 || !decoders.has(coding))) {
    throw upstreamFailed('The other server sent the document in a coding that is not accepted.')
  }
  return coding
}

function contentLength(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined
}
