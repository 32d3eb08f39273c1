import { type Frame, htmlTag } from '../../../pages/frame.ts'
import { escaped, type Sheet, slug } from '../../../pages/sheet.ts'
import type { Voice } from './voices.ts'

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2015, 1, 3)
const DAYS = 3900

/** A page as one theme sets it. */
export interface Themed {
  head?: string
  main: string
  /** What follows the text, and what stands beside it. */
  below?: string
  beside?: string
  /** Where the page stands, if not under a name that says nothing. */
  path?: string
  /** A document that brings its own frame. */
  whole?: boolean
  authors?: readonly string[]
  /** Whether the page tells the day that it was given. */
  isDated?: boolean
}

/** What a theme makes a page of. */
export class Page {
  readonly sheet: Sheet
  readonly voice: Voice
  readonly title: string
  readonly date: Date
  /** Different people, as markup; the first ones are those who wrote the page. */
  readonly people: readonly string[]

  constructor(sheet: Sheet, voice: Voice) {
    this.sheet = sheet
    this.voice = voice
    this.title = escaped(sheet.title())
    this.date = new Date(FIRST_DAY + sheet.random.int(0, DAYS) * DAY_MS)
    this.people = sheet.people(9)
  }

  get day(): string {
    return this.sheet.day(this.date, this.sheet.random.chance(0.5) ? 'long' : 'medium')
  }

  get iso(): string {
    return this.date.toISOString()
  }

  /** Another day. */
  other(): Date {
    return new Date(FIRST_DAY + this.sheet.random.int(0, DAYS) * DAY_MS)
  }

  otherDay(): string {
    return this.sheet.day(this.other())
  }

  by(name: string): string {
    return this.sheet.random.pick(this.voice.by).replace('#', () => name)
  }

  published(): string {
    return this.sheet.random.pick(this.voice.published).replace('#', () => this.day)
  }

  updated(): string {
    const later = new Date(this.date.getTime() + 31 * DAY_MS)
    return this.sheet.random.pick(this.voice.updated).replace('#', () => this.sheet.day(later))
  }

  /** Who did other work. */
  credit(name: string): string {
    return this.sheet.random.pick(this.voice.others).replace('#', () => name)
  }

  role(): string {
    return this.sheet.random.pick(this.voice.roles)
  }

  text(paragraphs = 4): string {
    return this.sheet.paragraphs(paragraphs)
  }

  line(): string {
    return escaped(this.sheet.sentence())
  }

  /** The title of another page. */
  elsewhere(): string {
    return escaped(this.sheet.title())
  }

  /** A name of an element as build tools make it. */
  hashed(): string {
    return `${this.sheet.random.pick(['css', 'sc', 'jsx', 'e', 'x'])}-${this.sheet.random.int(10_000, 99_999)}`
  }
}

/** Makes a page. */
export type Theme = (page: Page) => Themed

/** A document without any frame but the head. */
export const plain: Frame = (sheet, { title, head = '', main }) =>
  `<!doctype html>${htmlTag(sheet)}<head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${main}</body></html>`

/** A link of a person to their own page. */
export function linked(name: string, href = '/author/a1/'): string {
  return `<a href="${href}">${name}</a>`
}

/** Linked data as markup. */
export function ld(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`
}

/** An address within the site. */
export function near({ sheet }: Page): string {
  return `/${slug(sheet.random)}`
}
