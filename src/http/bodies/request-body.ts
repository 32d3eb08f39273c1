import { setTimeout as sleep } from 'node:timers/promises'
import { OperationError } from '../../contract/errors.ts'
import { overShare } from '../../contract/rate-limited.ts'
import { ByteBudget, type ByteLease } from '../../lib/byte-budget.ts'
import { BytePace } from '../../lib/byte-pace.ts'
import { collectBytes } from '../../lib/collect-bytes.ts'
import {
  BODY_WAIT_MAX_MS,
  LARGE_BODIES_MAX_BYTES,
  LARGE_BODIES_PER_PRINCIPAL_MAX_BYTES,
  LARGE_BODIES_PER_PRINCIPAL_MAX_COUNT,
  REFUSED_BODY_HELD_MS,
  REQUEST_BODY_MAX_BYTES,
  SMALL_BODIES_PER_PRINCIPAL_MAX_BYTES,
  SMALL_BODY_MAX_BYTES,
} from '../limits.ts'

/** Seconds after which a caller whose requests found no room may try again. */
const RETRY_SECONDS = 5

/** Room in memory for request bodies, of which each principal has its share, and how fast those come that need none. */
export class RequestRoom {
  readonly #pace: BytePace
  /**
   * Room for small bodies of each principal, without a limit for all: else, whoever comes from many addresses would lock out the
   * others.
   */
  readonly #small = new ByteBudget({
    maxBytes: Infinity,
    shareMaxBytes: SMALL_BODIES_PER_PRINCIPAL_MAX_BYTES,
    waitMaxMs: 0,
  })
  readonly #large = new ByteBudget({
    maxBytes: LARGE_BODIES_MAX_BYTES,
    shareMaxBytes: LARGE_BODIES_PER_PRINCIPAL_MAX_BYTES,
    leasesMaxCount: LARGE_BODIES_PER_PRINCIPAL_MAX_COUNT,
    waitMaxMs: BODY_WAIT_MAX_MS,
  })

  constructor(pace = new BytePace()) {
    this.#pace = pace
  }

  /**
   * Takes room for a body from before it arrives, or for the beginning of a large one, until the lease ends. Throws `rate_limited`
   * at once where there is none: waiting would hold the connection too.
   */
  take(request: Request, owner: string): ByteLease {
    const lease = this.#small.lease(owner)
    const bytes = Math.min(announcedBytes(request), SMALL_BODY_MAX_BYTES)
    if (bytes === 0 || lease.tryGrow(bytes)) return lease
    throw overShare('your other requests have not arrived whole', RETRY_SECONDS)
  }

  /** Passes on the bytes of an upload as fast as its owner may send them. */
  pace(owner: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return this.#pace.pass(owner, bytes)
  }

  /** A lease for what a body has over `SMALL_BODY_MAX_BYTES` (`readLargeBody`). */
  leaseLarge(owner: string): ByteLease {
    return this.#large.lease(owner)
  }
}

/** Length of a body as its headers tell it; infinite where it is sent without one, 0 where there is no body. */
function announcedBytes({ headers }: Request): number {
  const announced = headers.get('content-length')
  if (announced !== null) return Number(announced)
  return headers.has('transfer-encoding') ? Infinity : 0
}

/** Whether a body may be over `SMALL_BODY_MAX_BYTES`: it says so, or says nothing. */
export function mayBeLarge(request: Request): boolean {
  return announcedBytes(request) > SMALL_BODY_MAX_BYTES
}

/**
 * Reads a request body whole that may be large: over `SMALL_BODY_MAX_BYTES` it takes room as it arrives, until the lease ends.
 * Throws `too_large` over the cap, `rate_limited` where there is no room in time, and `cancelled` where it ends early or nothing
 * more of it arrives.
 */
export async function readLargeBody(
  request: Request,
  maxBytes: number,
  lease: ByteLease,
): Promise<Buffer> {
  if (isAnnounced(request, maxBytes) && !mayBeLarge(request)) {
    return Buffer.from(await whole(() => request.arrayBuffer()))
  }
  const reader = request.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for (let piece = await nextPiece(reader); piece; piece = await nextPiece(reader)) {
      bytes += piece.byteLength
      if (bytes > maxBytes) throw bodyTooLarge(maxBytes)
      if (bytes > SMALL_BODY_MAX_BYTES && !(await lease.grow(piece.byteLength, request.signal))) {
        await holdRefusal(request.signal)
        throw overShare('your large requests wait for each other', RETRY_SECONDS)
      }
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  } finally {
    // The rest of a body that is refused is not waited for.
    reader.cancel().catch(() => {})
  }
}

/** A large body refused at once would be sent again at once: each try costs more than the refusal. */
async function holdRefusal(signal: AbortSignal): Promise<void> {
  await sleep(REFUSED_BODY_HELD_MS, undefined, { signal }).catch(() => {})
}

/** The next piece of a body; undefined at its end. Throws `cancelled` when none comes for too long. */
async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Uint8Array | undefined> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    reader.cancel().catch(() => {})
  }, BODY_WAIT_MAX_MS)
  const piece = await whole(async () => reader.read()).finally(() => clearTimeout(timer))
  if (isLate) throw endedEarly(new Error(`nothing arrived for ${BODY_WAIT_MAX_MS} ms`))
  return piece.value
}

/**
 * Reads a request body that is text: what is not UTF-8 becomes replacement characters. Throws `too_large` over the cap and
 * `cancelled` when it ends early.
 */
export async function readText(
  request: Request,
  maxBytes = REQUEST_BODY_MAX_BYTES,
): Promise<string> {
  if (isAnnounced(request, maxBytes)) return whole(() => request.text())
  const body = await whole(() => collectBytes(request.body ?? [], maxBytes))
  if (body === undefined) throw bodyTooLarge(maxBytes)
  return body.toString('utf8')
}

/**
 * Whether a body has a length that was announced: Node passes on no more than that, and it need not become
 * a stream. Throws `too_large` when that is too much.
 */
function isAnnounced(request: Request, maxBytes: number): boolean {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > maxBytes) throw bodyTooLarge(maxBytes)
  return announced !== null
}

async function whole<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw endedEarly(cause)
  }
}

function bodyTooLarge(maxBytes: number): OperationError {
  return new OperationError('too_large', 'The request body is too large.', {
    hint: 'Send less than the limit in one call.',
    fields: { maxBytes },
  })
}

/** The end of a request whose body did not come whole. */
export function endedEarly(cause: unknown): OperationError {
  return new OperationError('cancelled', 'The request body ended early.', { cause })
}
