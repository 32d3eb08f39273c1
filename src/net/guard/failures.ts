import { OperationError } from '../../contract/errors.ts'
import type { Principal } from '../../contract/principal.ts'
import { Refusal, refusalError } from './refusal.ts'

const RETRY_HINT = 'Try again later, or use another source for the same content.'

/** `upstream_failed` in one of a few fixed sentences; nothing of the answer is repeated. */
export function upstreamFailed(message: string, cause?: unknown): OperationError {
  return new OperationError('upstream_failed', message, { hint: RETRY_HINT, cause })
}

/** `too_large`, with the cap that was passed. */
export function documentTooLarge(maxBytes: number): OperationError {
  return new OperationError('too_large', `The document is larger than ${maxBytes} bytes.`, {
    hint: 'Use a smaller document, for example a single page or a print version of it.',
    fields: { maxBytes },
  })
}

/** `upstream_refused`, where redirects never end: the same call would meet them again. */
export function tooManyRedirects(): OperationError {
  return new OperationError('upstream_refused', 'The other server redirects too many times.', {
    hint: 'Do not repeat the call. Use the final address of the page, or another source.',
  })
}

/** `upstream_timeout`, after the deadline of the whole fetch. */
export function timedOut(deadlineMs: number): OperationError {
  return new OperationError(
    'upstream_timeout',
    `The other server did not finish its answer within ${deadlineMs / 1000} seconds.`,
    { hint: RETRY_HINT, fields: { deadlineMs } },
  )
}

/** `upstream_timeout`, where no name server answered in time. */
export function lookupTimedOut(maxMs: number): OperationError {
  return new OperationError(
    'upstream_timeout',
    `The name of the other server could not be looked up within ${maxMs / 1000} seconds.`,
    { hint: RETRY_HINT },
  )
}

/**
 * Converts errors of sockets, TLS, the HTTP parser and the decompressors to the caller's error. An error without a code is a
 * fault of ours and passes unchanged.
 */
export function toFetchError(thrown: unknown, principal?: Principal): unknown {
  if (thrown instanceof OperationError) return thrown
  if (thrown instanceof Refusal) return refusalError(thrown, principal)
  const code = codeOf(thrown)
  return code === undefined ? thrown : upstreamFailed(sentenceOf(code), thrown)
}

function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code
  // The HTTP parser leaves its code out when the bytes are not HTTP at all.
  return thrown.name === 'HTTPParserError' ? 'HPE_INVALID' : undefined
}

const sentences: readonly (readonly [RegExp, string])[] = [
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'The other server sent more headers than are accepted.'],
  [/^HPE_|^UND_ERR_RES/, 'The other server sent an answer that is not valid HTTP.'],
  [/^(Z_|ERR_BROTLI|ERR_[A-Z_]*ERROR_FORMAT|ERR__)/, 'The answer could not be decompressed.'],
  [
    /^EAI_|^ENOTFOUND$|^ESERVFAIL$|^ETIMEOUT$/,
    'The name of the other server could not be looked up just now.',
  ],
  [/CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO|^EPROTO$/, 'No secure connection could be made.'],
  [/^ECONNREFUSED$/, 'The other server refused the connection: nothing answers at that port.'],
  [
    /UNREACH$|^ETIMEDOUT$|_CONNECT_TIMEOUT$|^E(HOST|NET)DOWN$|^EADDRNOTAVAIL$|^EACCES$|^EPERM$/,
    'The other server could not be reached.',
  ],
]

function sentenceOf(code: string): string {
  const found = sentences.find(([pattern]) => pattern.test(code))
  return found?.[1] ?? 'The other server broke off its answer.'
}
