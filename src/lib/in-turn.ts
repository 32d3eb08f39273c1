/** Runs work of one key one after another, in the order of asking and however what came before ended; keys do not wait for each other. */
export class InTurn {
  readonly #byKey = new Map<string, { last: Promise<unknown>; count: number }>()

  /** Work of a key that runs or waits. */
  countOf(key: string): number {
    return this.#byKey.get(key)?.count ?? 0
  }

  /** Runs the work when its turn has come; without a key, among all that has none. */
  async run<T>(work: () => Promise<T>, key = ''): Promise<T> {
    const known = this.#byKey.get(key)
    const begin = async () => work()
    const own = known ? known.last.then(begin, begin) : begin()
    const entry = known ?? { last: own, count: 0 }
    entry.last = own
    entry.count += 1
    this.#byKey.set(key, entry)
    try {
      return await own
    } finally {
      entry.count -= 1
      if (entry.count === 0) this.#byKey.delete(key)
    }
  }
}
