/** At most `count` requests in any `seconds`, refilled evenly. */
export interface RateRule {
  count: number
  seconds: number
}

/** How one request fared, as the `X-RateLimit-*` headers tell it. */
export interface RateVerdict {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until a refused caller may try again; 0 for one that was let through. */
  retryAfterSeconds: number
  /** Seconds until the whole allowance is back. */
  resetSeconds: number
}

/** Callers remembered unless another number is given; the one that was quiet for longest is forgotten first. */
const CALLERS_MAX_COUNT = 50_000

interface Bucket {
  tokens: number[]
  at: number
}

/** Counts requests per caller under several rules at once; in memory of this process. */
export class RateLimit {
  readonly #rules: readonly RateRule[]
  readonly #maxCallers: number
  readonly #buckets = new Map<string, Bucket>()

  constructor(rules: readonly RateRule[], maxCallers = CALLERS_MAX_COUNT) {
    this.#rules = rules
    this.#maxCallers = maxCallers
  }

  /** Counts one request of a caller at a time in milliseconds; undefined where nothing is limited. */
  take(caller: string, nowMs: number): RateVerdict | undefined {
    if (this.#rules.length === 0) return undefined
    const bucket = this.#refilled(caller, nowMs)
    const allowed = hasToken(bucket)
    if (allowed) bucket.tokens = bucket.tokens.map((tokens) => tokens - 1)
    return this.#verdict(bucket, allowed)
  }

  /** How a request of a caller would fare now; counts none. */
  check(caller: string, nowMs: number): RateVerdict | undefined {
    if (this.#rules.length === 0) return undefined
    const bucket = this.#refilled(caller, nowMs)
    return this.#verdict(bucket, hasToken(bucket))
  }

  #verdict(bucket: Bucket, allowed: boolean): RateVerdict | undefined {
    const states = this.#rules.map(({ count, seconds }, index) => {
      const tokens = bucket.tokens[index] ?? 0
      const perToken = seconds / count
      return {
        limit: count,
        remaining: Math.floor(tokens),
        retryAfterSeconds: allowed ? 0 : Math.max(0, (1 - tokens) * perToken),
        resetSeconds: (count - tokens) * perToken,
      }
    })
    const tightest = states.toSorted((a, b) => a.remaining - b.remaining)[0]
    return tightest && { allowed, ...tightest }
  }

  #refilled(caller: string, nowMs: number): Bucket {
    const known = this.#buckets.get(caller)
    const elapsed = known ? Math.max(0, nowMs - known.at) / 1_000 : 0
    const tokens = this.#rules.map(({ count, seconds }, index) =>
      Math.min(count, (known?.tokens[index] ?? count) + (elapsed * count) / seconds),
    )
    const bucket = { tokens, at: nowMs }
    this.#buckets.delete(caller)
    this.#buckets.set(caller, bucket)
    if (this.#buckets.size > this.#maxCallers) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest)
        break
      }
    }
    return bucket
  }
}

function hasToken({ tokens }: Bucket): boolean {
  return tokens.every((left) => left >= 1)
}
