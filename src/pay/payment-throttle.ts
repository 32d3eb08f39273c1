import { OperationError } from '../contract/errors.ts'
import {
  PAYER_MAX_CALLS,
  PEERS_MAX_COUNT,
  REJECTED_BURST_PAYMENTS,
  REJECTED_PAYMENTS_PER_SECOND,
  UNPAID_BURST_CALLS,
  UNPAID_CALLS_PER_SECOND,
  VERIFY_MAX_CALLS,
} from './limits.ts'

/** A budget that refills with time. */
interface Bucket {
  left: number
  at: number
}

/** Throttles unpaid requests, by address and by payer. */
export class PaymentThrottle {
  readonly #unpaid = new Buckets(UNPAID_BURST_CALLS, UNPAID_CALLS_PER_SECOND)
  readonly #rejected = new Buckets(REJECTED_BURST_PAYMENTS, REJECTED_PAYMENTS_PER_SECOND)
  readonly #running = new Map<string, number>()
  #verifying = 0

  /** Counts an unpaid call; throws `rate_limited`. */
  unpaid(peer: string | undefined): void {
    if (peer !== undefined && !this.#unpaid.take(peer)) {
      throw tooMany('Too many unpaid calls.', this.#unpaid.waitSeconds(peer))
    }
  }

  /** Throws `rate_limited` for an address with too many payments that failed verification. */
  admit(peer: string | undefined): void {
    if (peer !== undefined && !this.#rejected.has(peer)) {
      throw tooMany('Too many payments that were not valid.', this.#rejected.waitSeconds(peer))
    }
  }

  /** Counts a payment that failed verification. */
  rejected(peer: string | undefined): void {
    if (peer !== undefined) this.#rejected.take(peer)
  }

  /** Runs work for a payer; throws `rate_limited` when too much is running for that payer. */
  async forPayer<T>(payer: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(payer) ?? 0
    if (running >= PAYER_MAX_CALLS) throw tooMany('Too many calls of this payer are under way.', 1)
    this.#running.set(payer, running + 1)
    try {
      return await work()
    } finally {
      const left = (this.#running.get(payer) ?? 1) - 1
      if (left === 0) this.#running.delete(payer)
      else this.#running.set(payer, left)
    }
  }

  /** Runs a verification; throws `unavailable` when too many are running. */
  async verifying<T>(work: () => Promise<T>): Promise<T> {
    if (this.#verifying >= VERIFY_MAX_CALLS) {
      throw new OperationError('unavailable', 'Too many payments are being checked.', {
        hint: 'Nothing was charged. Send the same payment again in a second.',
      })
    }
    this.#verifying += 1
    try {
      return await work()
    } finally {
      this.#verifying -= 1
    }
  }
}

class Buckets {
  readonly #size: number
  readonly #perSecond: number
  readonly #buckets = new Map<string, Bucket>()

  constructor(size: number, perSecond: number) {
    this.#size = size
    this.#perSecond = perSecond
  }

  take(key: string): boolean {
    const bucket = this.#refilled(key)
    if (bucket.left < 1) return false
    bucket.left -= 1
    return true
  }

  has(key: string): boolean {
    return this.#refilled(key).left >= 1
  }

  waitSeconds(key: string): number {
    return Math.max(0, 1 - this.#refilled(key).left) / this.#perSecond
  }

  #refilled(key: string): Bucket {
    const now = performance.now()
    const known = this.#buckets.get(key) ?? { left: this.#size, at: now }
    const refill = ((now - known.at) / 1_000) * this.#perSecond
    const bucket = { left: Math.min(this.#size, known.left + refill), at: now }
    // Least recently seen first, so that the oldest is forgotten.
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > PEERS_MAX_COUNT) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest)
        break
      }
    }
    return bucket
  }
}

function tooMany(message: string, waitSeconds: number): OperationError {
  return new OperationError('rate_limited', message, {
    hint: 'Nothing was charged. Wait a few seconds; a payment already made for this call stays good.',
    fields: { 'retry-after': Math.ceil(waitSeconds) },
  })
}
