/** How much there is, and how long to wait for it. */
export interface ByteBudgetOptions {
  maxBytes: number
  /** Most that one owner may have. */
  shareMaxBytes: number
  waitMaxMs: number
}

interface Waiter {
  bytes: number
  settle(got: boolean): void
}

/**
 * Room in bytes that owners share: none has more than its share, and those who wait for room get it in
 * turns, however many waiters an owner has.
 */
export class ByteBudget {
  readonly #options: ByteBudgetOptions
  readonly #used = new Map<string, number>()
  /** By owner, the next one to be served first. */
  readonly #waiting = new Map<string, Waiter[]>()
  #usedBytes = 0

  constructor(options: ByteBudgetOptions) {
    this.#options = options
  }

  /** Bytes that are taken now, by all owners. */
  get usedBytes(): number {
    return this.#usedBytes
  }

  /** An empty lease of an owner. */
  lease(owner: string): ByteLease {
    return new ByteLease(this, owner)
  }

  /** Takes room at once or not at all. For leases. */
  tryTake(owner: string, bytes: number): boolean {
    const fits = this.#fitsShare(owner, bytes) && this.#fitsAll(bytes)
    if (fits) this.#add(owner, bytes)
    return fits
  }

  /** Takes room in its turn; false when there was none in time, or never can be, or the signal fired. For leases. */
  async take(owner: string, bytes: number, signal: AbortSignal): Promise<boolean> {
    const { maxBytes, shareMaxBytes, waitMaxMs } = this.#options
    if (signal.aborted || bytes > Math.min(maxBytes, shareMaxBytes)) return false
    const turn = Promise.withResolvers<boolean>()
    const waiter: Waiter = { bytes, settle: turn.resolve }
    const queue = this.#waiting.get(owner)
    if (queue) queue.push(waiter)
    else this.#waiting.set(owner, [waiter])
    this.#serve()
    const giveUp = (): void => this.#giveUp(owner, waiter)
    const timer = setTimeout(giveUp, waitMaxMs)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      return await turn.promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
  }

  /** Gives room back. For leases. */
  give(owner: string, bytes: number): void {
    this.#add(owner, -bytes)
    this.#serve()
  }

  #giveUp(owner: string, waiter: Waiter): void {
    const queue = this.#waiting.get(owner) ?? []
    const at = queue.indexOf(waiter)
    if (at === -1) return
    queue.splice(at, 1)
    if (queue.length === 0) this.#waiting.delete(owner)
    waiter.settle(false)
    this.#serve()
  }

  #serve(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const { owner, queue, waiter } = next
      queue.shift()
      this.#waiting.delete(owner)
      if (queue.length > 0) this.#waiting.set(owner, queue)
      this.#add(owner, waiter.bytes)
      waiter.settle(true)
    }
  }

  /** Whose turn it is: who has reached their share is passed over, but nobody overtakes one who waits for the others. */
  #next(): { owner: string; queue: Waiter[]; waiter: Waiter } | undefined {
    for (const [owner, queue] of this.#waiting) {
      const [waiter] = queue
      if (!waiter || !this.#fitsShare(owner, waiter.bytes)) continue
      return this.#fitsAll(waiter.bytes) ? { owner, queue, waiter } : undefined
    }
    return undefined
  }

  #fitsShare(owner: string, bytes: number): boolean {
    return (this.#used.get(owner) ?? 0) + bytes <= this.#options.shareMaxBytes
  }

  #fitsAll(bytes: number): boolean {
    return this.#usedBytes + bytes <= this.#options.maxBytes
  }

  #add(owner: string, bytes: number): void {
    const used = (this.#used.get(owner) ?? 0) + bytes
    this.#usedBytes += bytes
    if (used > 0) this.#used.set(owner, used)
    else this.#used.delete(owner)
  }
}

/** What one body takes of a budget. */
export class ByteLease implements Disposable {
  readonly #budget: ByteBudget
  readonly #owner: string
  #bytes = 0

  constructor(budget: ByteBudget, owner: string) {
    this.#budget = budget
    this.#owner = owner
  }

  /** Takes more at once; false when there is no room. */
  tryGrow(bytes: number): boolean {
    const got = this.#budget.tryTake(this.#owner, bytes)
    if (got) this.#bytes += bytes
    return got
  }

  /** Takes more, waiting for its turn; false when there was no room in time. */
  async grow(bytes: number, signal: AbortSignal): Promise<boolean> {
    const got = await this.#budget.take(this.#owner, bytes, signal)
    if (got) this.#bytes += bytes
    return got
  }

  /** Gives everything back. */
  [Symbol.dispose](): void {
    this.shrinkTo()
  }

  /** Gives back what is over `bytes`; all of it by default. */
  shrinkTo(bytes = 0): void {
    const over = this.#bytes - bytes
    if (over <= 0) return
    this.#bytes = bytes
    this.#budget.give(this.#owner, over)
  }
}
