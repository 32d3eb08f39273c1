import { OperationError } from '../errors.ts'
import { REQUEST_BODY_MAX_BYTES } from './limits.ts'

/** A decoded request body; `empty` marks a zero-length one, which is how sellers are probed. */
export type DecodedBody = { empty: true } | { empty: false; value: Record<string, unknown> }

/**
 * Reads a JSON object (spec 4, rule 1). Throws `invalid_input` for anything else and `too_large` over
 * the cap. The Content-Type is not insisted on: an agent that forgets it still sent JSON.
 */
export async function decodeJsonObject(
  request: Request,
  maxBytes = REQUEST_BODY_MAX_BYTES,
): Promise<DecodedBody> {
  const coding = request.headers.get('content-encoding') ?? 'identity'
  if (coding !== 'identity') throw invalidBody('The request body is compressed.')
  const text = await readText(request, maxBytes)
  if (text === '') return { empty: true }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidBody('The request body is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidBody('The request body is not a JSON object.')
  }
  return { empty: false, value: { ...value } }
}

/** The refusal of a body that is no JSON object. */
export function invalidBody(message: string): OperationError {
  return new OperationError('invalid_input', message, {
    hint: 'Send a JSON object, e.g. {"url":"https://example.com/"}, with content-type application/json.',
  })
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidBody('The request body is not UTF-8.')
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
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
    if (bytes <= maxBytes) return decodeUtf8(Buffer.concat(chunks))
  }
  throw new OperationError('too_large', 'The request body is too large.', {
    hint: 'Send less than the limit in one call.',
    fields: { maxBytes },
  })
}
