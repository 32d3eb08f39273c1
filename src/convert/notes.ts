import { firstChars } from '../lib/text.ts'

/** Names that one note lists. */
const NAMES_MAX_COUNT = 12
const NAME_MAX_CHARS = 40
/** Notes of one conversion. */
const NOTES_MAX_COUNT = 20

/** Losses counted while a text is converted, each with its words for one and for several. */
const COUNTED = {
  null: ['One null became an empty cell.', (count: string) => `${count} nulls became empty cells.`],
  link: [
    'The address of one link is left out.',
    (count: string) => `The addresses of ${count} links are left out.`,
  ],
  image: [
    'Of one image there is only its text.',
    (count: string) => `Of ${count} images there are only their texts.`,
  ],
} as const satisfies Record<string, readonly [string, (count: string) => string]>

/** What the result of a conversion lacks or says otherwise than its source, in sentences for whoever asked for it. */
export class Notes {
  readonly #said = new Set<string>()
  readonly #lost = new Set<string>()
  readonly #counts = new Map<keyof typeof COUNTED, number>()

  say(note: string): void {
    if (this.#said.size < NOTES_MAX_COUNT) this.#said.add(note)
  }

  /** Says that things of a kind are left out, since the format that is written has nothing for them. */
  lose(kind: string): void {
    this.#lost.add(kind)
  }

  count(what: keyof typeof COUNTED, times = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + times)
  }

  /** How often something was counted. */
  counted(what: keyof typeof COUNTED): number {
    return this.#counts.get(what) ?? 0
  }

  /** All notes, each once. */
  list(): string[] {
    const counted = [...this.#counts].map(([what, count]) => {
      const [one, several] = COUNTED[what]
      return count === 1 ? one : several(count.toLocaleString('en'))
    })
    const lost = this.#lost.size === 0 ? [] : [`Left out: ${[...this.#lost].join(', ')}.`]
    return [...this.#said, ...lost, ...counted]
  }
}

/** A name in a note, cut where it is long. */
export function quotedName(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ')
  return line.length > NAME_MAX_CHARS ? `"${firstChars(line, NAME_MAX_CHARS)}…"` : `"${line}"`
}

/** Names in a note, the first of many. */
export function quotedNames(names: readonly string[]): string {
  const listed = names.slice(0, NAMES_MAX_COUNT).map(quotedName).join(', ')
  const more = names.length - NAMES_MAX_COUNT
  return more > 0 ? `${listed} and ${more} more` : listed
}
