import { OperationError } from '../contract/errors.ts'
import { collectBytes } from '../lib/collect-bytes.ts'
import { REQUEST_BODY_MAX_BYTES } from './limits.ts'

/** Reads a request body whole. Throws `too_large` over the cap and `cancelled` when it ends early. */
export async function readBody(
  request: Request,
  maxBytes = REQUEST_BODY_MAX_BYTES,
): Promise<Buffer> {
  if (isAnnounced(request, maxBytes)) return Buffer.from(await whole(() => request.arrayBuffer()))
  return readUpTo(request, maxBytes)
}

/** The same for a body that is text: what is not UTF-8 becomes replacement characters. */
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
  if (Number(announced ?? 0) > maxBytes) throw tooLarge(maxBytes)
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
  if (body === undefined) throw tooLarge(maxBytes)
  return body
}

function tooLarge(maxBytes: number): OperationError {
  return new OperationError('too_large', 'The request body is too large.', {
    hint: 'Send less than the limit in one call.',
    fields: { maxBytes },
  })
}

function endedEarly(cause: unknown): OperationError {
  return new OperationError('cancelled', 'The request body ended early.', { cause })
}
