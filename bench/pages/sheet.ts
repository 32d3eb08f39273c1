import type { Random } from '../newcomer/random.ts'
import type { Tongue } from './tongue.ts'

/** A text of a page, and what it is. */
export interface Told {
  kind: string
  text: string
}

const NUMBER_MIN = 3
const NUMBER_MAX = 989
const SHORT_NAME_TRIES = 8
const NAME_MAX_TRIES = 40
/** Languages that put no space between sentences. */
const GAPLESS: ReadonlySet<string> = new Set(['ja', 'zh'])

/** A page in the making: gives out texts that stand nowhere else on it, and notes which belong to its content. */
export class Sheet {
  readonly random: Random
  readonly tongue: Tongue
  readonly content: Told[] = []
  readonly noise: Told[] = []
  readonly neutral: string[] = []
  /** The headline of the page, for what repeats it. */
  heading = ''
  readonly #names = new Set<string>()

  constructor(random: Random, tongue: Tongue) {
    this.random = random
    this.tongue = tongue
  }

  /** An invented name of a place or thing that this page does not have yet. */
  name(): string {
    for (let tries = 0; ; tries += 1) {
      const [one, other, third] = [this.#lastName(), this.#lastName(), this.#lastName()]
      const start = one.slice(0, Math.ceil(one.length / 2)).join('')
      const middle = tries < SHORT_NAME_TRIES ? '' : third.slice(0, 2).join('').toLowerCase()
      const made = start + middle + other.slice(1).join('')
      const name = tries < NAME_MAX_TRIES ? made : `${made}${this.#names.size}`
      if (this.#names.has(name)) continue
      if (tries < NAME_MAX_TRIES && this.#isPartOfOther(name)) continue
      this.#names.add(name)
      return name
    }
  }

  #isPartOfOther(name: string): boolean {
    return [...this.#names].some((known) => known.includes(name) || name.includes(known))
  }

  #lastName(): readonly string[] {
    return this.random.pick(nameParts(this.tongue))
  }

  /** Somebody's name, of two words. */
  person(): string {
    const { firstNames, lastNames, language } = this.tongue
    const [first, last] = [this.random.pick(firstNames), this.random.pick(lastNames)]
    if (language === 'zh' || language === 'ja' || language === 'ko') return `${last}${first}`
    return language === 'hu' || language === 'vi' ? `${last} ${first}` : `${first} ${last}`
  }

  /** Different people. */
  people(count: number): string[] {
    const people = new Set<string>()
    while (people.size < count) people.add(this.person())
    return [...people]
  }

  sentence(): string {
    return this.#filled(this.random.pick(this.tongue.sentences))
  }

  title(): string {
    const title = this.#filled(this.random.pick(this.tongue.titles))
    return title.slice(0, 1).toUpperCase() + title.slice(1)
  }

  #filled(frame: string): string {
    const number = String(this.random.int(NUMBER_MIN, NUMBER_MAX))
    return frame.replace('#', () => this.name()).replace('0', number)
  }

  /** Writes a day in the words of the language. */
  day(date: Date, style: 'long' | 'medium' = 'long'): string {
    const calendar = this.tongue.language === 'fa' ? '-u-ca-gregory' : ''
    return formatOf(this.tongue.language + calendar, style).format(date)
  }

  /** Notes a text of the content and returns its markup. */
  keep(kind: string, text: string): string {
    this.content.push({ kind, text })
    return escaped(text)
  }

  /** Notes a text that does not belong to the content and returns its markup. */
  drop(kind: string, text: string): string {
    this.noise.push({ kind, text })
    return escaped(text)
  }

  /** Notes a text that may be kept or not and returns its markup. */
  may(text: string): string {
    this.neutral.push(text)
    return escaped(text)
  }

  /** The markup of `count` sentences of the content. */
  prose(count: number, kind = 'prose'): string {
    const gap = GAPLESS.has(this.tongue.language) ? '' : ' '
    return this.random.times(count, () => this.keep(kind, this.sentence())).join(gap)
  }

  /** Paragraphs of the content, each of two or three sentences. */
  paragraphs(count: number): string {
    return this.random.times(count, () => `<p>${this.prose(this.random.int(2, 3))}</p>`).join('\n')
  }
}

const NAME_PARTS = new Map<Tongue, string[][]>()
const FORMATS = new Map<string, Intl.DateTimeFormat>()

/** The letters of family names, with the marks that belong to them. */
function nameParts(tongue: Tongue): string[][] {
  const known = NAME_PARTS.get(tongue)
  if (known) return known
  const segmenter = new Intl.Segmenter(tongue.language)
  const parts = tongue.lastNames.map((name) =>
    [...segmenter.segment(name.replaceAll(/\s/g, ''))].map(({ segment }) => segment),
  )
  NAME_PARTS.set(tongue, parts)
  return parts
}

/** Making one takes long. */
function formatOf(locale: string, dateStyle: 'long' | 'medium'): Intl.DateTimeFormat {
  const name = `${locale} ${dateStyle}`
  const format =
    FORMATS.get(name) ?? new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' })
  FORMATS.set(name, format)
  return format
}

/** Writes text as markup. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Writes an address that says little, of words that are no words. */
export function slug(random: Random): string {
  return random
    .times(random.int(2, 3), () =>
      random.times(random.int(2, 3), () => random.pick(SLUG_PARTS)).join(''),
    )
    .join('-')
}

const SLUG_PARTS = ['ka', 'lo', 'mi', 'ter', 'so', 'ven', 'ru', 'pal', 'ne', 'dor']
