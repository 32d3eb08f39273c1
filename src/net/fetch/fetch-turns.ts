import { cancelled, OperationError } from '../../contract/errors.ts'
import type { FetchOptions } from '../../contract/net.ts'
import { type Principal, STRANGER } from '../../contract/principal.ts'
import { overShare } from '../../contract/rate-limited.ts'
import { FairQueue } from '../../lib/fair-queue.ts'
import type { Load } from '../../lib/metrics.ts'
import {
  FETCH_WAIT_MAX_MS,
  FETCHES_MAX_COUNT,
  FETCHES_PER_PRINCIPAL_MAX_COUNT,
  FETCHES_RESERVED_COUNT,
  FETCHES_WAITING_MAX_COUNT,
  FETCHES_WAITING_PER_PRINCIPAL_MAX_COUNT,
} from '../limits.ts'

/** How many fetches there may be at once. */
export interface FetchLimits {
  /** Fetches of all principals at once. */
  maxCount: number
  /** Fetches of one principal at once. */
  perPrincipalMaxCount: number
  /** Places that only principals without a running fetch may take. */
  reservedCount: number
  /** Fetches that wait for their turn, of all principals and of one. */
  waitingMaxCount: number
  waitingPerPrincipalMaxCount: number
  /** Longest wait for a turn. */
  waitMaxMs: number
}

/** The limits of an instance, unless it is told others. */
export const DEFAULT_FETCH_LIMITS: FetchLimits = {
  maxCount: FETCHES_MAX_COUNT,
  perPrincipalMaxCount: FETCHES_PER_PRINCIPAL_MAX_COUNT,
  reservedCount: FETCHES_RESERVED_COUNT,
  waitingMaxCount: FETCHES_WAITING_MAX_COUNT,
  waitingPerPrincipalMaxCount: FETCHES_WAITING_PER_PRINCIPAL_MAX_COUNT,
  waitMaxMs: FETCH_WAIT_MAX_MS,
}

/** A fetch that waits. */
interface Waiting {
  principal: Principal
  go(): void
  report: FetchOptions['waiting']
}

/** Seconds after which a principal over its share may try again. */
const RETRY_SECONDS = 5

/**
 * Lets fetches begin: some at once, in all and of each principal; the others wait, and the next one is of the principal that
 * has fewest under way for its weight. Who is over its own share is refused while others are not.
 */
export class FetchTurns {
  readonly #limits: FetchLimits
  readonly #running = new Map<string, number>()
  readonly #weights = new Map<string, number>()
  readonly #queue = new FairQueue<Waiting>((id) => this.#loadOf(id))
  #runningCount = 0
  #refusedCount = 0

  constructor(limits: FetchLimits) {
    this.#limits = limits
  }

  /** Fetches under way, fetches that wait, and those that were refused so far. */
  get counts(): Load {
    return { running: this.#runningCount, waiting: this.#queue.size, refused: this.#refusedCount }
  }

  /**
   * Does the work when its turn has come. Throws `rate_limited` for a principal over its share, `unavailable` when there are too
   * many fetches of all, `cancelled`.
   */
  async run<T>(
    {
      principal = STRANGER,
      signal,
      waiting,
    }: Pick<FetchOptions, 'principal' | 'signal' | 'waiting'>,
    work: () => Promise<T>,
  ): Promise<T> {
    if (this.#queue.size > 0 || !this.#mayGo(principal)) {
      await this.#turn(principal, signal, waiting)
    } else this.#begin(principal)
    try {
      return await work()
    } finally {
      this.#end(principal)
    }
  }

  async #turn(principal: Principal, signal: AbortSignal, report: Waiting['report']): Promise<void> {
    const { waitingMaxCount, waitingPerPrincipalMaxCount, waitMaxMs } = this.#limits
    if (signal.aborted) throw cancelled(signal.reason)
    if (this.#queue.sizeOf(principal.id) >= waitingPerPrincipalMaxCount) throw this.#refusal(true)
    if (this.#queue.size >= waitingMaxCount) throw this.#refusal(false)
    const turn = Promise.withResolvers<void>()
    const waiting: Waiting = { principal, go: turn.resolve, report }
    const leave = (error: () => OperationError): void => {
      if (this.#queue.remove(waiting)) turn.reject(error())
    }
    const cancel = (): void => leave(() => cancelled(signal.reason))
    const timer = setTimeout(
      () => leave(() => this.#refusal(this.#isOverShare(principal))),
      waitMaxMs,
    )
    signal.addEventListener('abort', cancel, { once: true })
    this.#queue.push(principal.id, waiting)
    this.#weights.set(principal.id, principal.weight)
    report?.(this.#queue.sizeOf(principal.id) - 1)
    this.#letGo()
    try {
      await turn.promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    }
  }

  /** Lets everybody go whose turn it is. */
  #letGo(): void {
    for (;;) {
      const next = this.#queue.take(({ principal }) => this.#mayGo(principal))
      if (!next) return
      this.#begin(next.principal)
      next.go()
      for (const [{ principal, report }, ahead] of this.#queue.positions) {
        if (principal.id === next.principal.id) report?.(ahead)
      }
    }
  }

  #mayGo({ id }: Principal): boolean {
    const { maxCount, perPrincipalMaxCount, reservedCount } = this.#limits
    const own = this.#running.get(id) ?? 0
    const free = maxCount - this.#runningCount - (own === 0 ? 0 : reservedCount)
    return free > 0 && own < perPrincipalMaxCount
  }

  #refusal(isOverShare: boolean): OperationError {
    this.#refusedCount += 1
    return isOverShare ? overShareOfFetches() : tooManyFetches()
  }

  #isOverShare({ id }: Principal): boolean {
    return (this.#running.get(id) ?? 0) >= this.#limits.perPrincipalMaxCount
  }

  #begin({ id, weight }: Principal): void {
    this.#runningCount += 1
    this.#running.set(id, (this.#running.get(id) ?? 0) + 1)
    this.#weights.set(id, weight)
  }

  #end({ id }: Principal): void {
    this.#runningCount -= 1
    const left = (this.#running.get(id) ?? 1) - 1
    if (left > 0) this.#running.set(id, left)
    else this.#running.delete(id)
    this.#letGo()
    if (left === 0 && this.#queue.sizeOf(id) === 0) this.#weights.delete(id)
  }

  #loadOf(id: string): number {
    return (this.#running.get(id) ?? 0) / (this.#weights.get(id) ?? 1)
  }
}

function overShareOfFetches(): OperationError {
  return overShare('too many of your fetches are under way', RETRY_SECONDS)
}

function tooManyFetches(): OperationError {
  return new OperationError('unavailable', 'This server is fetching too many pages at once.', {
    hint: 'Try again in a few seconds.',
    fields: { 'retry-after': RETRY_SECONDS },
  })
}
