/** A statement that was run this often is prepared: planning one anew costs about as much as running it. */
const PREPARED_FROM_RUNS = 3

/** Most statements that are prepared; each takes some memory in each connection. */
const PREPARED_MAX_COUNT = 300

/** Most statements whose runs are counted. */
const COUNTED_MAX_COUNT = 2_000

/** Gives names to the statements that are run often, by which connections know them once they have prepared them. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #runs = new Map<string, number>()

  /** The name of a statement that is about to be run; undefined for one that is not worth it. */
  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= PREPARED_MAX_COUNT) return known
    const runs = (this.#runs.get(sql) ?? 0) + 1
    if (runs >= PREPARED_FROM_RUNS) {
      const name = `bellhop_${this.#names.size}`
      this.#names.set(sql, name)
      this.#runs.delete(sql)
      return name
    }
    if (this.#runs.size >= COUNTED_MAX_COUNT) this.#runs.clear()
    this.#runs.set(sql, runs)
    return undefined
  }
}
