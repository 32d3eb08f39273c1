import { setTimeout as sleep } from 'node:timers/promises'
import { OperationError } from '../../contract/errors.ts'
import { overShare } from '../../contract/rate-limited.ts'
import type { ByteLease } from '../../lib/byte-budget.ts'
import { collectBytes } from '../../lib/collect-bytes.ts'
import {
  BODY_WAIT_MAX_MS,
  REFUSED_BODY_HELD_MS,
  REQUEST_BODY_MAX_BYTES,
  SMALL_BODY_MAX_BYTES,
} from '../limits.ts'

/** Reads a request body whole. Throws `too_large` over the cap and `cancelled` when it ends early. */
export async function readBody(
  request: Request,
  maxBytes = REQUEST_BODY_MAX_BYTES,
): Promise<Buffer> {
  if (isAnnounced(request, maxBytes)) return Buffer.from(await whole(() => request.arrayBuffer()))
  return readUpTo(request, maxBytes)
}

/**
 * Reads a request body that may be large: over `SMALL_BODY_MAX_BYTES` it takes room as it arrives, until the lease ends. Throws as
 * `readBody`, `rate_limited` where there is no room in time, and `cancelled` too where nothing more of it arrives.
 */
export async function readLargeBody(
  request: Request,
  maxBytes: number,
  lease: ByteLease,
): Promise<Buffer> {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > maxBytes) throw bodyTooLarge(maxBytes)
  if (announced !== null && Number(announced) <= SMALL_BODY_MAX_BYTES) {
    return readBody(request, maxBytes)
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

/** Seconds after which a caller whose body found no room may try again. */
const RETRY_SECONDS = 5

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

/** Reads a request body that is text: what is not UTF-8 becomes replacement characters. Throws as `readBody`. */
export async function readText(
  request: Request,
  maxBytes = REQUEST_BODY_MAX_BYTES,
): Promise<string> {
  if (isAnnounced(request, maxBytes)) return whole(() => request.text())
  return (await readUpTo(request, maxBytes)).toString('utf8')
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

/** Reads a body of unknown length. */
async function readUpTo(request: Request, maxBytes: number): Promise<Buffer> {
  const body = await whole(() => collectBytes(request.body ?? [], maxBytes))
  if (body === undefined) throw bodyTooLarge(maxBytes)
  return body
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
