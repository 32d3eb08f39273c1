import { setTimeout as delay } from 'node:timers/promises'
import type { OperationError } from '../../contract/errors.ts'
import { FEED_RETRY_FIRST_MS, FEED_RETRY_MAX_MS } from './limits.ts'

/** Pause before the next attempt: longer with each failure, and randomized. */
export function pauseMs(failures: number): number {
  const ms = FEED_RETRY_FIRST_MS * 2 ** Math.min(failures - 1, 10)
  return Math.min(ms, FEED_RETRY_MAX_MS) * (0.75 + Math.random() / 2)
}

/** How long a server has asked to wait, in milliseconds; 0 when it has not. */
export function retryAfterMs({ fields }: OperationError): number {
  const seconds = Number(fields['retry-after'])
  return seconds > 0 ? seconds * 1_000 : 0
}

/** Waits for a time, or until the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
