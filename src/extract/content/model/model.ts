import { LEAF, nodeOf, type Forest } from './forest.ts'
import type { LearnedTables } from './learned-tables.ts'
import { PAGE_TYPES, type TypeModel } from './page-type.ts'
import { WeightTable } from './weight-table.ts'

/** Everything that was learned: the tables of names and words, and the forests of both judgements. */
export interface Model {
  tables: LearnedTables
  first: Forest
  /** All of them see the outcome of the first judgement. */
  seconds: readonly Forest[]
  types: TypeModel
  /** What the threshold of a page is multiplied by, see `thresholdOf`. */
  strictness: number
}

/** The tables in their order. */
export const TABLE_KINDS = ['names', 'phrases', 'prefixes', 'words'] as const

/**
 * Reads a model from bytes, little endian: the strictness; for each table its size, its keys in ascending order, as
 * distances of seven bits to a byte, and
 * its weights in steps; for each forest its base, the count of its trees and where each begins, the count of its
 * nodes, their features, their left children counted from the root (0 for leaves), their numbers; before those of the second
 * judgement how many these are. At the end the table and the forests of the page types. Throws on bytes cut short.
 */
export function unpackModel(bytes: Uint8Array): Model {
  const reader = new Reader(bytes)
  const strictness = reader.float()
  const [names, phrases, prefixes, words] = TABLE_KINDS.map(() => readTable(reader))
  return {
    strictness,
    tables: { names: names!, phrases: phrases!, prefixes: prefixes!, words: words! },
    first: readForest(reader),
    seconds: Array.from({ length: reader.integer() }, () => readForest(reader)),
    types: {
      tokens: readTable(reader),
      forests: PAGE_TYPES.map(() => readForest(reader)),
    },
  }
}

function readTable(reader: Reader): WeightTable {
  const count = reader.integer()
  return new WeightTable(reader.keys(count), reader.signed(count))
}

function readForest(reader: Reader): Forest {
  const base = reader.float()
  const roots = reader.integers(reader.integer())
  const count = reader.integer()
  const features = reader.unsigned(count)
  const lefts = reader.unsigned(count)
  const nodes = new Int32Array(count)
  for (let tree = 0; tree < roots.length; tree += 1) {
    const root = roots[tree]!
    const end = roots[tree + 1] ?? count
    for (let at = root; at < end; at += 1) {
      nodes[at] = lefts[at] === 0 ? LEAF : nodeOf(features[at]!, root + lefts[at]!)
    }
  }
  return { base, roots, nodes, numbers: reader.floats(count) }
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

  /** Ascending numbers, stored as the distances between them. */
  keys(count: number): Int32Array {
    const keys = new Int32Array(count)
    let key = -(2 ** 31)
    for (let at = 0; at < count; at += 1) {
      let factor = 1
      for (;;) {
        const byte = this.#bytes[this.#at]
        if (byte === undefined) throw new RangeError('The model is cut short')
        this.#at += 1
        key += (byte & 127) * factor
        if (byte < 128) break
        factor *= 128
      }
      keys[at] = key
    }
    return keys
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
