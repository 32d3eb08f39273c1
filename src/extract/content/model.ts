import type { Forest } from './forest.ts'
import type { LearnedTables } from './learned-tables.ts'
import { WeightTable } from './weight-table.ts'

/** Everything that was learned: the tables of names and words, and the forests of both judgements. */
export interface Model {
  tables: LearnedTables
  first: Forest
  second: Forest
  /** What the threshold of a page is multiplied by, see `thresholdOf`. */
  strictness: number
}

/** The tables in their order. */
export const TABLE_KINDS = ['names', 'phrases', 'prefixes', 'words'] as const

/**
 * Reads a model from bytes, little endian: the strictness; for each table its size, its keys in ascending order and
 * its weights in steps; for each forest its base, the count of its trees and where each begins, the count of its
 * nodes, their features, their left children counted from the root, their numbers. Throws on bytes cut short.
 */
export function unpackModel(bytes: Uint8Array): Model {
  const reader = new Reader(bytes)
  const strictness = reader.float()
  const [names, phrases, prefixes, words] = TABLE_KINDS.map(() => readTable(reader))
  return {
    strictness,
    tables: { names: names!, phrases: phrases!, prefixes: prefixes!, words: words! },
    first: readForest(reader),
    second: readForest(reader),
  }
}

function readTable(reader: Reader): WeightTable {
  const count = reader.integer()
  return new WeightTable(reader.integers(count), reader.signed(count))
}

function readForest(reader: Reader): Forest {
  const base = reader.float()
  const roots = reader.integers(reader.integer())
  const count = reader.integer()
  const features = reader.unsigned(count)
  const lefts = Int32Array.from(reader.unsigned(count))
  for (let tree = 0; tree < roots.length; tree += 1) {
    const end = roots[tree + 1] ?? count
    for (let node = roots[tree]!; node < end; node += 1) lefts[node]! += roots[tree]!
  }
  return { base, roots, features, lefts, numbers: reader.floats(count) }
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  integer(): number {
    return this.integers(1)[0]!
  }

  float(): number {
    return this.floats(1)[0]!
  }

  integers(count: number): Int32Array {
    return new Int32Array(this.#take(4 * count))
  }

  floats(count: number): Float32Array {
    return new Float32Array(this.#take(4 * count))
  }

  signed(count: number): Int8Array {
    return new Int8Array(this.#take(count))
  }

  unsigned(count: number): Uint8Array {
    return new Uint8Array(this.#take(count))
  }

  /** A copy, since numbers must not begin at odd places of a buffer. */
  #take(size: number): ArrayBuffer {
    if (this.#at + size > this.#bytes.length) throw new RangeError('The model is cut short')
    this.#at += size
    return Uint8Array.from(this.#bytes.subarray(this.#at - size, this.#at)).buffer
  }
}
