import { STRUCTURE_KINDS, type GeneratedPage, type Structure, type StructureKind } from './page.ts'

/** What became of the structures of one kind. */
export interface Fate {
  whole: number
  partly: number
  lost: number
}

/** What an extraction made of one generated page. */
export interface Measured {
  fates: ReadonlyMap<StructureKind, Fate>
  /** Headings that were kept while all that stands under them was lost. */
  headingsAlone: number
  words: number
  noiseWords: number
  /** Whether the heading of the page was kept; undefined where there is none. */
  hasHeading: boolean | undefined
  /** The structures that are not whole, and the words that are noise: what to look at. */
  failures: readonly { structure: Structure; fate: keyof Fate }[]
  noise: readonly string[]
}

/** Words; letters of scripts that write no spaces count for one each. */
export function tokensOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/gu,
      ) ?? []
  )
}

/** Compares a text, without any markup, with the truth about its page. */
export function measurePage(page: GeneratedPage, text: string): Measured {
  const outputText = new OutputText(tokensOf(text))
  const failures: { structure: Structure; fate: keyof Fate }[] = []
  const fates = new Map<StructureKind, Fate>(
    STRUCTURE_KINDS.map((kind) => [kind, { whole: 0, partly: 0, lost: 0 }]),
  )
  const all = page.structures.map((structure) => {
    const fate = fateOf(structure, outputText)
    fates.get(structure.kind)![fate] += 1
    if (fate !== 'whole') failures.push({ structure, fate })
    return fate
  })
  const headingsAlone = page.structures.filter(({ heads = 0 }, index) => {
    const under = all.slice(index + 1, index + 1 + heads)
    return all[index] !== 'lost' && heads > 0 && under.every((fate) => fate === 'lost')
  }).length
  const hasHeading = page.heading === '' ? undefined : outputText.take(page.heading) >= 0
  // Long ones first: one may stand in another.
  const others = [page.heading, ...page.neutral].toSorted((a, b) => b.length - a.length)
  for (const other of others) while (outputText.take(other) >= 0);
  const noise = outputText.rest()
  return {
    fates,
    headingsAlone,
    words: outputText.size,
    noiseWords: noise.length,
    hasHeading,
    failures,
    noise,
  }
}

function fateOf({ parts }: Structure, outputText: OutputText): keyof Fate {
  const places = parts.map((part) => outputText.take(part))
  const found = places.filter((place) => place >= 0)
  if (found.length === 0) return 'lost'
  const isOrdered = found.every((place, index) => index === 0 || place > found[index - 1]!)
  return found.length === parts.length && isOrdered ? 'whole' : 'partly'
}

/** The words of a reading, each of which can be taken once. */
export class OutputText {
  readonly #tokens: readonly string[]
  readonly #places = new Map<string, number[]>()
  readonly #taken: Uint8Array

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
    this.#taken = new Uint8Array(tokens.length)
    tokens.forEach((token, place) => {
      const places = this.#places.get(token)
      if (places) places.push(place)
      else this.#places.set(token, [place])
    })
  }

  get size(): number {
    return this.#tokens.length
  }

  /** Takes all words of a text where they stand one after another; returns that place, or -1. */
  take(text: string): number {
    const tokens = tokensOf(text)
    if (tokens.length === 0) return -1
    const place = (this.#places.get(tokens[0]!) ?? []).find((start) =>
      tokens.every(
        (token, at) => this.#tokens[start + at] === token && this.#taken[start + at] === 0,
      ),
    )
    if (place === undefined) return -1
    this.#taken.fill(1, place, place + tokens.length)
    return place
  }

  /** Returns the words that nobody took. */
  rest(): string[] {
    return this.#tokens.filter((_, place) => this.#taken[place] === 0)
  }
}
