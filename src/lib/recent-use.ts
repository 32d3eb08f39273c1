/** Owners whose use is remembered; the one that used nothing for longest is forgotten first. */
const OWNERS_MAX_COUNT = 10_000

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
    const sum = this.of(owner, nowMs) + amount
    this.#uses.delete(owner)
    this.#uses.set(owner, { amount: sum, atMs: nowMs })
    if (this.#uses.size <= OWNERS_MAX_COUNT) return
    for (const quietest of this.#uses.keys()) {
      this.#uses.delete(quietest)
      return
    }
  }

  /** What an owner has used, in the unit of `add`. */
  of(owner: string, nowMs: number): number {
    const use = this.#uses.get(owner)
    return use ? use.amount * 0.5 ** ((nowMs - use.atMs) / this.#halfLifeMs) : 0
  }

  /** Those who have used anything since a time, and how much each has used. */
  since(sinceMs: number, nowMs: number): [owner: string, amount: number][] {
    return [...this.#uses]
      .filter(([, { atMs }]) => atMs >= sinceMs)
      .map(([owner]) => [owner, this.of(owner, nowMs)])
  }
}
