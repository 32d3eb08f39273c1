import { OperationError } from '../errors.ts'
import { REQUEST_BODY_MAX_BYTES } from './limits.ts'

/** Reads a request body whole. Throws `too_large` over the cap and `cancelled` when it ends early. */
export async function readBody(
  request: Request,
  maxBytes = REQUEST_BODY_MAX_BYTES,
): Promise<Buffer> {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) <= maxBytes) {
    const body = await (announced === null ? readUpTo(request, maxBytes) : readAnnounced(request))
    if (body !== undefined && body.byteLength <= maxBytes) return body
  }
  throw new OperationError('too_large', 'The request body is too large.', {
    hint: 'Send less than the limit in one call.',
    fields: { maxBytes },
  })
}

/** Reads a body of announced length: Node passes on no more than that, and it need not become a stream. */
async function readAnnounced(request: Request): Promise<Buffer> {
  try {
    return Buffer.from(await request.arrayBuffer())
  } catch (cause) {
    throw endedEarly(cause)
  }
}

/** Reads a body of unknown length; undefined where it is longer. */
async function readUpTo(request: Request, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) return undefined
      chunks.push(chunk)
    }
  } catch (cause) {
    throw endedEarly(cause)
  }
  return Buffer.concat(chunks)
}

function endedEarly(cause: unknown): OperationError {
  return new OperationError('cancelled', 'The request body ended early.', { cause })
}
