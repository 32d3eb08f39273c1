/** How much there is, and how long to wait for it. */
export interface ByteBudgetOptions {
  maxBytes: number
  /** Most that one owner may have. */
  shareMaxBytes: number
  waitMaxMs: number
  /** Leases of one owner that may have room, or wait for it, at once. */
  leasesMaxCount?: number
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
  /** Who waits for room, by owner; the first owner is served next. */
  readonly #waiting = new Map<string, Waiter[]>()
  /** How many leases have room or wait for it, by owner. */
  readonly #leases = new Map<string, number>()
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

  /** Counts a lease that asks for its first room; false where its owner has too many. For leases. */
  open(owner: string): boolean {
    const { leasesMaxCount = Infinity } = this.#options
    const count = this.#leases.get(owner) ?? 0
    if (count >= leasesMaxCount) return false
    this.#leases.set(owner, count + 1)
    return true
  }

  /** Counts a lease no longer. For leases. */
  close(owner: string): void {
    const left = (this.#leases.get(owner) ?? 0) - 1
    if (left > 0) this.#leases.set(owner, left)
    else this.#leases.delete(owner)
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
  #isOpen = false

  constructor(budget: ByteBudget, owner: string) {
    this.#budget = budget
    this.#owner = owner
  }

  /** Takes more at once; false when there is no room. */
  tryGrow(bytes: number): boolean {
    return this.#open() && this.#got(bytes, this.#budget.tryTake(this.#owner, bytes))
  }

  /** Takes more, waiting for its turn; false when there was no room in time. */
  async grow(bytes: number, signal: AbortSignal): Promise<boolean> {
    return this.#open() && this.#got(bytes, await this.#budget.take(this.#owner, bytes, signal))
  }

  /** Gives everything back. */
  [Symbol.dispose](): void {
    this.shrinkTo()
  }

  /** Gives back what is over `bytes`; all of it by default. */
  shrinkTo(bytes = 0): void {
    const over = this.#bytes - bytes
    if (over > 0) {
      this.#bytes = bytes
      this.#budget.give(this.#owner, over)
    }
    this.#closeIfEmpty()
  }

  #open(): boolean {
    this.#isOpen ||= this.#budget.open(this.#owner)
    return this.#isOpen
  }

  #got(bytes: number, isGranted: boolean): boolean {
    if (isGranted) this.#bytes += bytes
    this.#closeIfEmpty()
    return isGranted
  }

  #closeIfEmpty(): void {
    if (!this.#isOpen || this.#bytes > 0) return
    this.#isOpen = false
    this.#budget.close(this.#owner)
  }
}
