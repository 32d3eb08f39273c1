import { childrenOf, type XmlElement } from '../package/read-xml.ts'
import { placedLetters, repeatedLetters, romanNumber } from '../text/list-numbers.ts'

/** How the items of one level of a list are marked. */
interface ListLevel {
  isNumbered: boolean
  /** `1`, `a`, `A`, `i`, `I`; empty for none. */
  format: string
  prefix: string
  suffix: string
  /** How many levels its numbers show. */
  shownLevels: number
  start: number
  /** Whether letters go on as `aa`, `bb`. */
  isRepeated: boolean
  bullet: string
}

/** Levels of a list, from 0. */
export type ListLevels = ReadonlyMap<number, ListLevel>

const LEVELS_MAX_COUNT = 10
/** What programs show at levels that a style leaves out. */
const ORDINARY_LEVEL: ListLevel = {
  isNumbered: true,
  format: '1',
  prefix: '',
  suffix: '.',
  shownLevels: 1,
  start: 1,
  isRepeated: false,
  bullet: '',
}

/** Reads a style of lists, or that of headings (ODF 1.3 part 3, 16.30 and 16.34). */
export function readListLevels(style: XmlElement): ListLevels {
  const levels = new Map<number, ListLevel>()
  for (const { name, attributes } of childrenOf(style)) {
    const at = Number(attributes.get('text:level')) - 1
    if (!Number.isInteger(at) || at < 0 || at >= LEVELS_MAX_COUNT) continue
    const displayed = Number(attributes.get('text:display-levels') ?? 1)
    levels.set(at, {
      isNumbered: !/-(?:bullet|image)$/.test(name),
      format: attributes.get('style:num-format') ?? '',
      prefix: attributes.get('style:num-prefix') ?? '',
      suffix: attributes.get('style:num-suffix') ?? '',
      shownLevels: Number.isInteger(displayed) ? displayed : 1,
      start: wholeNumber(attributes.get('text:start-value')) ?? 1,
      isRepeated: attributes.get('style:num-letter-sync') === 'true',
      bullet: attributes.get('text:bullet-char') ?? '•',
    })
  }
  return levels
}

/** How an item is marked. */
export interface ItemMark {
  number: number | undefined
  label: string
  /** Whether nothing marks it. */
  isBlank: boolean
}

/** The numbers of the items of one list, all its levels together. */
export class ListCount {
  readonly #counts: (number | undefined)[] = []

  /** Counts an item; `start` is the number that it says it has. */
  next(levels: ListLevels | undefined, level: number, start: number | undefined): ItemMark {
    const at = Math.min(level, LEVELS_MAX_COUNT - 1)
    const own = levels && levels.size > 0 ? (levels.get(at) ?? ORDINARY_LEVEL) : undefined
    const last = this.#counts[at]
    this.#counts[at] = start ?? (last === undefined ? (own?.start ?? 1) : last + 1)
    this.#counts.length = at + 1
    if (!levels || !own) return { number: undefined, label: '', isBlank: false }
    if (!own.isNumbered) {
      return { number: undefined, label: '', isBlank: own.bullet.trim() === '' }
    }
    if (own.format === '') {
      const label = (own.prefix + own.suffix).trim()
      return { number: undefined, label, isBlank: label === '' }
    }
    const displayed = this.#displayed(levels, at, own)
    const label = `${own.prefix}${displayed}${own.suffix}`.trim()
    const isPlain = own.format === '1' && /^\d+[.)]?$/.test(label)
    return { number: isPlain ? this.#counts[at] : undefined, label, isBlank: false }
  }

  /** Begins a level anew. */
  restart(level: number): void {
    this.#counts.length = Math.min(this.#counts.length, level)
  }

  #displayed(levels: ListLevels, at: number, own: ListLevel): string {
    const numbers: string[] = []
    for (let level = Math.max(0, at - own.shownLevels + 1); level <= at; level += 1) {
      const each = levels.get(level) ?? ORDINARY_LEVEL
      if (each.format === '') continue
      numbers.push(written((this.#counts[level] ??= each.start), each))
    }
    return numbers.join('.')
  }
}

/** A number that attributes give. */
export function wholeNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

function written(number: number, { format, isRepeated }: ListLevel): string {
  switch (format) {
    case 'i':
      return romanNumber(number)
    case 'I':
      return romanNumber(number).toUpperCase()
    case 'a':
      return isRepeated ? repeatedLetters(number) : placedLetters(number)
    case 'A':
      return (isRepeated ? repeatedLetters(number) : placedLetters(number)).toUpperCase()
    default:
      return String(number)
  }
}
