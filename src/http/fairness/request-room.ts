import { overShare } from '../../contract/rate-limited.ts'
import { ByteBudget, type ByteLease } from '../../lib/byte-budget.ts'
import { BytePace } from '../../lib/byte-pace.ts'
import {
  BODY_WAIT_MAX_MS,
  LARGE_BODIES_MAX_BYTES,
  LARGE_BODIES_PER_PRINCIPAL_MAX_BYTES,
  LARGE_BODIES_PER_PRINCIPAL_MAX_COUNT,
  SMALL_BODIES_PER_PRINCIPAL_MAX_BYTES,
  SMALL_BODY_MAX_BYTES,
} from '../limits.ts'

/** Seconds after which a caller whose requests found no room may try again. */
const RETRY_SECONDS = 5

/** Room in memory for request bodies, of which each principal has its share, and how fast those come that need none. */
export class RequestRoom {
  readonly #pace: BytePace
  /**
   * Room for small bodies of each principal, without a limit for all: else, whoever comes from many addresses would lock out the
   * others.
   */
  readonly #small = new ByteBudget({
    maxBytes: Infinity,
    shareMaxBytes: SMALL_BODIES_PER_PRINCIPAL_MAX_BYTES,
    waitMaxMs: 0,
  })
  readonly #large = new ByteBudget({
    maxBytes: LARGE_BODIES_MAX_BYTES,
    shareMaxBytes: LARGE_BODIES_PER_PRINCIPAL_MAX_BYTES,
    leasesMaxCount: LARGE_BODIES_PER_PRINCIPAL_MAX_COUNT,
    waitMaxMs: BODY_WAIT_MAX_MS,
  })

  constructor(pace = new BytePace()) {
    this.#pace = pace
  }

  /**
   * Takes room for a body from before it arrives, or for the beginning of a large one, until the lease ends. Throws `rate_limited`
   * at once where there is none: waiting would hold the connection too.
   */
  take(request: Request, owner: string): ByteLease {
    const lease = this.#small.lease(owner)
    const bytes = Math.min(announcedBytes(request), SMALL_BODY_MAX_BYTES)
    if (bytes === 0 || lease.tryGrow(bytes)) return lease
    throw overShare('your other requests have not arrived whole', RETRY_SECONDS)
  }

  /** Passes on the bytes of an upload as fast as its owner may send them. */
  pace(owner: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return this.#pace.pass(owner, bytes)
  }

  /** A lease for what a body has over `SMALL_BODY_MAX_BYTES` (`readLargeBody`). */
  leaseLarge(owner: string): ByteLease {
    return this.#large.lease(owner)
  }
}

/** Whether a body may be over `SMALL_BODY_MAX_BYTES`: it says so, or says nothing. */
export function mayBeLarge(request: Request): boolean {
  return announcedBytes(request) > SMALL_BODY_MAX_BYTES
}

/** Length of a body as its headers tell it; infinite where it is sent without one, 0 where there is no body. */
function announcedBytes({ headers }: Request): number {
  const announced = headers.get('content-length')
  if (announced !== null) return Number(announced)
  return headers.has('transfer-encoding') ? Infinity : 0
}
