import { errors } from 'oidc-provider'
import { OperationError } from '../contract/errors.ts'
import { DOCUMENT_RETRY_SECONDS } from './limits.ts'

/**
 * An error of ours in the form of the library. What passes by itself is never `invalid_client`: programs are known to throw
 * everything away that they have of a server that does not know them.
 */
export function toRefusal(thrown: unknown): unknown {
  if (!(thrown instanceof OperationError)) return thrown
  const { message, retryable, code } = thrown
  if (code === 'internal') return thrown
  if (!retryable && code !== 'cancelled') {
    return new errors.InvalidClient(message, { cause: thrown })
  }
  const refusal = new errors.TemporarilyUnavailable(message, { cause: thrown })
  return Object.assign(refusal, { statusCode: 503, status: 503 })
}

/** Seconds after which a program should try again; undefined where that would not help. */
export function retrySecondsOf(refusal: unknown): number | undefined {
  if (!(refusal instanceof errors.TemporarilyUnavailable)) return undefined
  const { fields } = refusal.cause as OperationError
  return Math.max(1, Math.ceil(Number(fields['retry-after'] ?? DOCUMENT_RETRY_SECONDS)))
}
