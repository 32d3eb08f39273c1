import { tooSparse } from './failures.ts'
import { TABLE_FILLED_MAX_CELLS } from './limits.ts'

/** A table of texts. Rows may be shorter than the header, or longer. */
export interface TextTable {
  /** Undefined for rows that have no names. */
  header: readonly string[] | undefined
  rows: Iterable<readonly string[]>
}

/** Names in which none occurs twice: `a`, `a`, `b` become `a`, `a_2`, `b`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  return names.map((name) => {
    let unique = name
    let count = counts.get(name) ?? 1
    while (seen.has(unique) || (unique !== name && taken.has(unique))) {
      count += 1
      unique = `${name}_${count}`
    }
    counts.set(name, count)
    seen.add(unique)
    return unique
  })
}

/** Counts cells that are added to short rows; throws `too_large` when they are too many. */
export class FillBudget {
  #left = TABLE_FILLED_MAX_CELLS

  spend(cells: number): void {
    this.#left -= cells
    if (this.#left < 0) throw tooSparse()
  }
}
