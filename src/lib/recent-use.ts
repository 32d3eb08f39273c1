/** Owners whose use is remembered; of more, those that used nothing for longest are forgotten. */
const OWNERS_MAX_COUNT = 10_000
const FORGOTTEN_COUNT = 1_000

/** What one owner has used, as of a time. */
interface Use {
  amount: number
  atMs: number
}

/** How much each owner has used lately: what was used counts half after each half-life. */
export class RecentUse {
  readonly #halfLifeMs: number
  readonly #uses = new Map<string, Use>()

  constructor(halfLifeMs: number) {
    this.#halfLifeMs = halfLifeMs
  }

  /** Adds to what an owner has used. */
  add(owner: string, amount: number, nowMs: number): void {
    const use = this.#uses.get(owner)
    if (use) {
      use.amount = this.of(owner, nowMs) + amount
      use.atMs = nowMs
      return
    }
    this.#uses.set(owner, { amount, atMs: nowMs })
    if (this.#uses.size > OWNERS_MAX_COUNT) this.#forgetQuietest()
  }

  /** Many at once: to find them takes a look at all. */
  #forgetQuietest(): void {
    const byTime = [...this.#uses].toSorted(([, a], [, b]) => a.atMs - b.atMs)
    for (const [owner] of byTime.slice(0, FORGOTTEN_COUNT)) this.#uses.delete(owner)
  }

  /** What an owner has used, in the unit of `add`. */
  of(owner: string, nowMs: number): number {
    const use = this.#uses.get(owner)
    return use ? use.amount * 0.5 ** ((nowMs - use.atMs) / this.#halfLifeMs) : 0
  }

  /** Owners who have used anything since a time, and how much each has used. */
  since(sinceMs: number, nowMs: number): [owner: string, amount: number][] {
    return [...this.#uses]
      .filter(([, { atMs }]) => atMs >= sinceMs)
      .map(([owner]) => [owner, this.of(owner, nowMs)])
  }
}
