import { Lexicon, plainWords, type Purposes } from './wish-words.ts'

/** A wish whose tool is known. */
interface Example {
  tool: string
  length: number
}

const known = new WeakMap<Purposes, NearWishes>()

/** Wishes whose tools are known, among which those like a new one are found: idioms are known by no word of theirs. */
export class NearWishes {
  readonly #lexicon: Lexicon
  readonly #count: number
  /** The wishes that have a part. */
  readonly #examples = new Map<string, Example[]>()

  constructor(purposes: Purposes) {
    const wishes = purposes.wishes ?? []
    this.#lexicon = Lexicon.of(purposes)
    this.#count = wishes.length
    const read = wishes.map(([wish = '', tool = '']) => ({
      example: { tool, length: 0 },
      parts: this.#partsOf(wish),
    }))
    for (const { example, parts } of read) {
      for (const part of parts) {
        this.#examples.set(part, [...(this.#examples.get(part) ?? []), example])
      }
    }
    for (const { example, parts } of read) example.length = this.#lengthOf(parts)
  }

  /** The wishes of some purposes, read once. */
  static of(purposes: Purposes): NearWishes {
    const wishes = known.get(purposes) ?? new NearWishes(purposes)
    known.set(purposes, wishes)
    return wishes
  }

  /** How like the most similar wish for each tool a text is, up to 1 for the same parts; by parts that few wishes have more. */
  likenessTo(text: string): Map<string, number> {
    const parts = this.#partsOf(text)
    const length = this.#lengthOf(parts)
    const shared = new Map<Example, number>()
    for (const part of parts) {
      const weight = this.#weightOf(part) ** 2
      for (const example of this.#examples.get(part) ?? []) {
        shared.set(example, (shared.get(example) ?? 0) + weight)
      }
    }
    const nearest = new Map<string, number>()
    for (const [{ tool, length: ownLength }, weight] of shared) {
      nearest.set(tool, Math.max(weight / (length * ownLength), nearest.get(tool) ?? 0))
    }
    return nearest
  }

  /** Notions, words and pairs of words. */
  #partsOf(text: string): Set<string> {
    const words = plainWords(text)
    const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`)
    return new Set([
      ...this.#lexicon.read(text, true).flat(),
      ...words.map((word) => `=${word}`),
      ...pairs,
    ])
  }

  #lengthOf(parts: ReadonlySet<string>): number {
    return Math.hypot(...[...parts].map((part) => this.#weightOf(part)))
  }

  /** Parts that few wishes have count for more. */
  #weightOf(part: string): number {
    return Math.log(1 + this.#count / (this.#examples.get(part)?.length ?? 0.5))
  }
}
