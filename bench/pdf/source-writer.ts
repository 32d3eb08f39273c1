import { DAY_MS } from '../../src/lib/durations.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import type { SourceBlock } from './sources.ts'

const NOUNS =
  'harbour tide anchor pilot cargo ledger crane rope buoy chart lantern ferry signal quay mast keel sailor captain engine window survey bridge market garden winter kitchen library station mountain orchestra painter teacher village machine printer battery circuit molecule enzyme tensor lattice graph protocol'.split(
    ' ',
  )
const VERBS =
  'carries follows measures opens repairs describes moves holds crosses improves replaces needs'.split(
    ' ',
  )
const ADJECTIVES =
  'old quiet broad heavy early northern careful narrow bright common empty formal'.split(' ')

/** Draws the words, sentences and numbers of one document. */
export class Writer {
  readonly #random: () => number
  #keys = 0

  constructor(seed: number) {
    this.#random = seededRandom(seed)
  }

  below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  one<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T
  }

  noun(): string {
    return this.one(NOUNS)
  }

  /** A word that is nowhere else in the document. */
  key(): string {
    this.#keys += 1
    return `${this.noun()} k${this.#keys}q`
  }

  phrase(count: number): string {
    return Array.from({ length: count }, (_, index) =>
      index % 2 ? this.noun() : this.one(ADJECTIVES),
    ).join(' ')
  }

  sentence(): string {
    const text = `the ${this.phrase(2)} ${this.one(VERBS)} the ${this.phrase(2)}, while a ${this.noun()} ${this.one(VERBS)} ${this.one(['another', 'each', 'no'])} ${this.noun()} of the ${this.phrase(2)}`
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }

  paragraph(least = 3): SourceBlock {
    return { kind: 'paragraph', text: this.sentences(least + this.below(3)) }
  }

  sentences(count: number): string {
    return Array.from({ length: count }, () => this.sentence()).join(' ')
  }

  heading(level: 1 | 2 | 3, words = 2 + this.below(3)): SourceBlock {
    const text = this.phrase(words)
    return { kind: 'heading', level, text: `${text.charAt(0).toUpperCase()}${text.slice(1)}` }
  }

  list(count: number, options: { isOrdered?: boolean; isNested?: boolean } = {}): SourceBlock {
    const item = (): string => `${this.key()} ${this.phrase(3)}`
    return {
      kind: 'list',
      items: Array.from({ length: count }, item),
      isOrdered: options.isOrdered ?? false,
      ...(options.isNested
        ? {
            inner: Array.from({ length: count }, (_, at) => (at % 2 === 1 ? [item(), item()] : [])),
          }
        : {}),
    }
  }

  amount(most = 9_000): string {
    const value = this.#random() * most + 1
    return value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  }

  integer(most: number): string {
    return String(1 + this.below(most))
  }

  day(row: number): string {
    return new Date(Date.UTC(2026, 0, 1) + row * DAY_MS).toISOString().slice(0, 10)
  }

  time(): string {
    return `${String(5 + this.below(18)).padStart(2, '0')}:${String(this.below(60)).padStart(2, '0')}`
  }
}
