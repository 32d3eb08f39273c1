import type { SourcePage } from '../pages/read.ts'
import type { Sheet } from '../pages/sheet.ts'

/** Ways in which pages name who wrote them. */
export const AUTHOR_KINDS = [
  'by one',
  'one, published on',
  'one, photographs by another',
  'one, translated by another',
  'one, with a role',
  'two, no links',
  'two, linked',
  'two, one linked',
  'three',
  'meta author',
  'meta authors',
  'rel=author',
  'JSON-LD',
  'JSON-LD, a list',
  'microdata',
  'meta authors, section link',
  'nobody',
  'nobody at all',
] as const
export type AuthorKind = (typeof AUTHOR_KINDS)[number]

/** How many wrote a page of each kind; one where it is not said. */
export const AUTHORS_COUNT: Readonly<Partial<Record<AuthorKind, number>>> = {
  'two, no links': 2,
  'two, linked': 2,
  'two, one linked': 2,
  three: 3,
  'JSON-LD, a list': 2,
  nobody: 0,
  'nobody at all': 0,
}

/** Ways in which pages say when they were published. */
export const DATE_KINDS = [
  'JSON-LD',
  'meta',
  'time',
  'shown',
  'shown, with a change',
  'none',
] as const
export type DateKind = (typeof DATE_KINDS)[number]

/** Parts of a page with names and days that are not its own. */
export const DECOY_KINDS = ['testimonials', 'related stories', 'comments', 'events'] as const
export type DecoyKind = (typeof DECOY_KINDS)[number]

/** Where a part of a page stands: in its head, or over its text. */
export interface Said {
  head?: string
  shown?: string
}

/** How a half says things. */
export interface Saying {
  authors: (sheet: Sheet, kind: AuthorKind, people: readonly string[], day: string) => Said
  dates: (sheet: Sheet, kind: DateKind, day: Date) => Said
  decoys: Readonly<Record<DecoyKind, (sheet: Sheet) => string>>
  /** A page of a forum. */
  thread: (sheet: Sheet) => string
  /** Parts of addresses that say nothing, though they are often those of pages of a type. */
  addresses: readonly (readonly [path: string, type: string])[]
}

/** A page with what is true of it. */
export interface FactsPage extends SourcePage {
  id: string
  language: string
  authorKind: AuthorKind | 'thread'
  authors: readonly string[]
  dateKind: DateKind
  /** A day, empty where none is told. */
  date: string
  canonicalKind: string
  canonical: string
  imageKind: string
  image: string
  /** What it is not, though its address may look so; of a thread, what it is. */
  addressType: string
}
