import { OperationError } from '../../contract/errors.ts'
import type { ByteLease } from '../../lib/byte-budget.ts'
import { isJsonDeeperThan } from '../../lib/json-depth.ts'
import { REQUEST_BODY_MAX_BYTES, REQUEST_JSON_MAX_DEPTH } from '../limits.ts'
import { readLargeBody } from './request-body.ts'

/** A decoded request body; `empty` marks a zero-length one, which is how sellers are probed. */
export type DecodedBody = { empty: true } | { empty: false; value: Record<string, unknown> }

/**
 * Reads a JSON object (spec 4, rule 1). Throws `invalid_input` for anything else and `too_large` over
 * the cap; a large body takes room of the lease (`readLargeBody`). The Content-Type is not insisted on: an agent that forgets it still sent JSON.
 */
export async function decodeJsonObject(
  request: Request,
  lease: ByteLease,
  maxBytes = REQUEST_BODY_MAX_BYTES,
): Promise<DecodedBody> {
  const coding = request.headers.get('content-encoding') ?? 'identity'
  if (coding !== 'identity') throw invalidBody('The request body is compressed.')
  const text = decodeUtf8(await readLargeBody(request, maxBytes, lease))
  if (text === '') return { empty: true }
  if (isJsonDeeperThan(REQUEST_JSON_MAX_DEPTH, text)) {
    throw invalidBody('The request body is nested too deep.')
  }
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
