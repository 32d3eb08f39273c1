import type { Forest } from './forest.ts'
import type { LearnedTables, WeightTable } from './learned-tables.ts'

/** Everything that was learned: the tables of names and words, and the forests of both judgements. */
export interface Model {
  tables: LearnedTables
  first: Forest
  second: Forest
  /** Probability from which on a block is kept. */
  threshold: number
}

/** Weights in the tables are multiples of this. */
export const WEIGHT_STEP = 1 / 16
/** The tables in their order. */
export const TABLE_KINDS = ['names', 'phrases', 'prefixes', 'words'] as const

/**
 * Reads a model from bytes, little endian: the threshold; for each table its size, its keys in ascending order and
 * its weights in steps; for each forest its base, the count of its trees and for each tree the count of its nodes,
 * their features, their left children counted from the root, their numbers. Throws on bytes cut short.
 */
export function unpackModel(bytes: Uint8Array): Model {
  const reader = new Reader(bytes)
  const threshold = reader.float()
  const [names, phrases, prefixes, words] = TABLE_KINDS.map(() => readTable(reader))
  return {
    threshold,
    tables: { names: names!, phrases: phrases!, prefixes: prefixes!, words: words! },
    first: readForest(reader),
    second: readForest(reader),
  }
}

function readTable(reader: Reader): WeightTable {
  const count = reader.integer()
  const keys = Array.from({ length: count }, () => reader.integer())
  return new Map(keys.map((key) => [key, reader.signed() * WEIGHT_STEP]))
}

function readForest(reader: Reader): Forest {
  const base = reader.float()
  const trees = Array.from({ length: reader.integer() }, () => {
    const count = reader.integer()
    return {
      features: Array.from({ length: count }, () => reader.unsigned()),
      lefts: Array.from({ length: count }, () => reader.unsigned()),
      numbers: Array.from({ length: count }, () => reader.float()),
    }
  })
  let start = 0
  const roots = Int32Array.from(trees, ({ features }) => {
    start += features.length
    return start - features.length
  })
  return {
    base,
    roots,
    features: Uint8Array.from(trees.flatMap(({ features }) => features)),
    numbers: Float32Array.from(trees.flatMap(({ numbers }) => numbers)),
    lefts: Int32Array.from(
      trees.flatMap(({ lefts }, tree) => lefts.map((left) => left + roots[tree]!)),
    ),
  }
}

class Reader {
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  integer(): number {
    this.#at += 4
    return this.#view.getInt32(this.#at - 4, true)
  }

  float(): number {
    this.#at += 4
    return this.#view.getFloat32(this.#at - 4, true)
  }

  signed(): number {
    this.#at += 1
    return this.#view.getInt8(this.#at - 1)
  }

  unsigned(): number {
    this.#at += 1
    return this.#view.getUint8(this.#at - 1)
  }
}
