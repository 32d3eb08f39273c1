import type { RateLimit, RateVerdict } from '../lib/rate-limit.ts'
import { OperationError } from './errors.ts'

/** The error for too many requests. */
export function rateLimited({
  retryAfterSeconds,
}: Pick<RateVerdict, 'retryAfterSeconds'>): OperationError {
  return new OperationError('rate_limited', 'API usage exceeded rate limit', {
    hint: `Try again in ${Math.ceil(retryAfterSeconds)} seconds.`,
    fields: { 'retry-after': retryAfterSeconds },
  })
}

/** Counts one request of an account. Throws `rate_limited`. */
export function admitAccount(limit: RateLimit, userId: number, nowMs: number): void {
  const verdict = limit.take(String(userId), nowMs)
  if (verdict?.allowed === false) throw rateLimited(verdict)
}
