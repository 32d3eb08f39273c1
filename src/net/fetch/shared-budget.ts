import { ByteBudget } from '../../lib/byte-budget.ts'
import { PRINCIPAL_SHARE, ROOM_WAIT_MAX_MS } from '../limits.ts'

/** Makes a budget of bytes of which each principal has its share. */
export function sharedBudget(maxBytes: number): ByteBudget {
  return new ByteBudget({
    maxBytes,
    shareMaxBytes: Math.floor(maxBytes * PRINCIPAL_SHARE),
    waitMaxMs: ROOM_WAIT_MAX_MS,
  })
}
