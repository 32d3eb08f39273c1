import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readLines } from './read-lines.ts'

/** Rows of a run, as text, that are held in memory until they are written in order. */
const RUN_MAX_CHARS = 8 * 1024 * 1024

/** A row with the number that orders it. */
interface Placed {
  at: number
  line: string
}

/** Rows that come in any order and leave in that of their times: written in sorted runs, which are then merged. */
export class OrderedRows<Row> {
  readonly #folder: string
  readonly #runMaxChars: number
  #run: Placed[] = []
  #chars = 0
  #runs = 0

  constructor(folder: string, runMaxChars = RUN_MAX_CHARS) {
    this.#folder = folder
    this.#runMaxChars = runMaxChars
  }

  /** Adds a row. Those of one time stay in the order in which they came. */
  async add(at: number, row: Row): Promise<void> {
    const line = JSON.stringify([at, row])
    this.#run.push({ at, line })
    this.#chars += line.length
    if (this.#chars >= this.#runMaxChars) await this.#write()
  }

  async #write(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const text = this.#run.toSorted((a, b) => a.at - b.at).map(({ line }) => `${line}\n`)
    await writeFile(this.#pathOf(this.#runs), text.join(''), { mode: 0o600 })
    this.#runs += 1
    this.#run = []
    this.#chars = 0
  }

  #pathOf(run: number): string {
    return join(this.#folder, `run-${run}`)
  }

  /**
   * Merges the runs, and removes them.
   *
   * @yields the rows in order.
   */
  async *inOrder(): AsyncGenerator<Row> {
    await this.#write()
    const heads: Head[] = []
    const runs = Array.from({ length: this.#runs }, (_, run) => readRun(this.#pathOf(run)))
    for (const [run, rows] of runs.entries()) await take(heads, run, rows)
    for (;;) {
      const first = heads.shift()
      if (!first) break
      yield first.row as Row
      await take(heads, first.run, runs[first.run] as AsyncGenerator<[number, unknown]>)
    }
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** The next row of a run. */
interface Head {
  at: number
  run: number
  row: unknown
}

async function* readRun(path: string): AsyncGenerator<[number, unknown]> {
  for await (const { text } of readLines(path, Infinity)) {
    yield JSON.parse(text) as [number, unknown]
  }
}

/** Puts the next row of a run in its place among the heads, behind earlier runs of the same time. */
async function take(
  heads: Head[],
  run: number,
  rows: AsyncGenerator<[number, unknown]>,
): Promise<void> {
  const next = await rows.next()
  if (next.done === true) return
  const [at, row] = next.value
  let [low, high] = [0, heads.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = heads[middle] as Head
    if (other.at < at || (other.at === at && other.run < run)) low = middle + 1
    else high = middle
  }
  heads.splice(low, 0, { at, run, row })
}
