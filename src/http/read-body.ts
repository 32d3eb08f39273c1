import { OperationError } from '../errors.ts'
import { REQUEST_BODY_MAX_BYTES } from './limits.ts'

/** Reads a request body whole. Throws `too_large` over the cap and `cancelled` when it ends early. */
export async function readBody(
  request: Request,
  maxBytes = REQUEST_BODY_MAX_BYTES,
): Promise<Buffer> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  const chunks: Uint8Array[] = []
  let bytes = 0
  if (announced <= maxBytes) {
    try {
      for await (const chunk of request.body ?? []) {
        bytes += chunk.byteLength
        if (bytes > maxBytes) break
        chunks.push(chunk)
      }
    } catch (cause) {
      throw new OperationError('cancelled', 'The request body ended early.', { cause })
    }
    if (bytes <= maxBytes) return Buffer.concat(chunks)
  }
  throw new OperationError('too_large', 'The request body is too large.', {
    hint: 'Send less than the limit in one call.',
    fields: { maxBytes },
  })
}
