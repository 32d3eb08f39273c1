import type { Structure, StructureKind } from './page.ts'
import type { Random } from './random.ts'

/** How texts of one language are made. */
export interface Writer {
  language: string
  /** `rtl` for scripts that run from right to left. */
  direction: 'ltr' | 'rtl'
  /** An invented word, such as a name. */
  name(random: Random): string
  /** A sentence about something named so. */
  sentence(random: Random, name: string): string
  /** A few words, without an end mark, with this name among them. */
  phrase(random: Random, name: string): string
}

/** A page in the making: gives out texts that stand nowhere else on it, and notes what must be kept. */
export class Draft {
  readonly random: Random
  readonly writer: Writer
  readonly structures: Structure[] = []
  readonly neutral: string[] = []
  heading = ''
  readonly #names = new Set<string>()

  constructor(random: Random, writer: Writer) {
    this.random = random
    this.writer = writer
  }

  /** Returns an invented word that this page does not have yet. */
  name(): string {
    for (let tries = 0; ; tries += 1) {
      const made = this.writer.name(this.random)
      const name = tries < NAME_MAX_TRIES ? made : `${made}${this.#names.size}`
      if (this.#isPartOfOther(name)) continue
      this.#names.add(name)
      return name
    }
  }

  /** In scripts without spaces, names in one another would be taken for each other. */
  #isPartOfOther(name: string): boolean {
    return [...this.#names].some((other) => other.includes(name) || name.includes(other))
  }

  /** Returns a few words, `count` sentences, or a phrase in which a new name stands. */
  phrase(): string {
    return this.writer.phrase(this.random, this.name())
  }

  sentences(count: number): string {
    const gap = GAPLESS.has(this.writer.language) ? '' : ' '
    return this.random.times(count, () => this.writer.sentence(this.random, this.name())).join(gap)
  }

  /** Notes a structure that must be kept. */
  keep(kind: StructureKind, ...parts: readonly string[]): void {
    this.structures.push({ kind, parts })
  }

  /** Notes text that may be kept or not, and returns it. */
  maybe(text: string): string {
    this.neutral.push(text)
    return text
  }

  /** Notes a heading of what `make` notes, which comes after it. */
  headed<Made>(heading: string, make: () => Made): Made {
    const place = this.structures.length
    this.structures.push({ kind: 'heading', parts: [heading] })
    const made = make()
    const heads = this.structures.length - place - 1
    this.structures[place] = { kind: 'heading', parts: [heading], heads }
    return made
  }
}

const NAME_MAX_TRIES = 50
/** Languages that put no space between sentences. */
const GAPLESS: ReadonlySet<string> = new Set(['ja', 'zh'])
