import { Random } from '../newcomer/random.ts'

/** The halves of a set: one to learn from, one that nothing is tuned on. */
export type Half = 'train' | 'held-out'

/** Returns the halves that the command line asks for, both when it names none. */
export function askedHalves(): Half[] {
  const halves: Half[] = ['train', 'held-out']
  const named = halves.filter((half) => process.argv.includes(half, 3))
  return named.length === 0 ? halves : named
}

/** A source of choices for one page of a set; no two sets and halves share one. */
export function randomOf(seed: number, number: number): Random {
  return new Random(seed * 1_000_003 + number)
}

/** Counts by names, which come back in the order in which they were first met. */
export class Counts {
  readonly #counts = new Map<string, number[]>()
  readonly #width: number

  constructor(width: number) {
    this.#width = width
  }

  /** Adds one to the column of a name. */
  add(name: string, column: number, count = 1): void {
    const known = this.#counts.get(name) ?? Array.from({ length: this.#width }, () => 0)
    this.#counts.set(name, known)
    known[column]! += count
  }

  /** Returns the counts of a name. */
  of(name: string): readonly number[] {
    return this.#counts.get(name) ?? Array.from({ length: this.#width }, () => 0)
  }

  get names(): string[] {
    return [...this.#counts.keys()]
  }

  /** Returns the sums over all names. */
  sums(): number[] {
    return Array.from({ length: this.#width }, (_, column) =>
      [...this.#counts.values()].reduce((sum, row) => sum + row[column]!, 0),
    )
  }
}

/** Writes a table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A share in percent. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}
