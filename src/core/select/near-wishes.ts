import { Lexicon, plainWords, type Purposes } from './wish-words.ts'

/** A wish whose tool is known, by what it consists of. */
interface Example {
  tool: string
  parts: ReadonlySet<string>
  length: number
}

const known = new WeakMap<Purposes, NearWishes>()

/** Wishes whose tools are known, among which those like a new one are found: idioms are known by no word of theirs. */
export class NearWishes {
  readonly #lexicon: Lexicon
  readonly #examples: readonly Example[]
  readonly #count: number
  /** How many of the wishes have a part. */
  readonly #counts = new Map<string, number>()

  constructor(purposes: Purposes) {
    this.#lexicon = Lexicon.of(purposes)
    this.#count = purposes.wishes?.length ?? 0
    const read = (purposes.wishes ?? []).map(([wish = '', tool = '']) => ({
      tool,
      parts: this.#partsOf(wish),
    }))
    for (const part of read.flatMap(({ parts }) => [...parts])) {
      this.#counts.set(part, (this.#counts.get(part) ?? 0) + 1)
    }
    this.#examples = read.map((one) => ({ ...one, length: this.#lengthOf(one.parts) }))
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
    const nearest = new Map<string, number>()
    for (const { tool, parts: own, length: ownLength } of this.#examples) {
      const shared = this.#lengthOf(parts.intersection(own)) ** 2
      const likeness = shared / (length * ownLength || 1)
      if (likeness > (nearest.get(tool) ?? 0)) nearest.set(tool, likeness)
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
    const weights = [...parts].map((part) =>
      Math.log(1 + this.#count / (this.#counts.get(part) ?? 0.5)),
    )
    return Math.hypot(...weights)
  }
}
