import type { Enclosure } from '../feed.ts'
import type { ItemExtras } from '../item-extras.ts'
import type { Captured } from './captured.ts'
import type { Slot } from './vocabulary.ts'

/** Lists of one item are cut here, so that results stay small. */
const LIST_MAX_COUNT = 50

/** A link of Atom, or of RSS (`rel` is `rss` then). */
export interface Link {
  rel: string
  type: string
  href: string
}

/** The best value for one slot so far. */
interface Ranked<Value> {
  rank: number
  value: Value
}

/** What has been read of one feed or item. */
export class Draft {
  /** The `xml:base` in force, when the feed sets one. */
  readonly base: string | undefined
  /** `rdf:about` of RSS 1.0. */
  about = ''
  /** What the guid says of itself: `true`, `false` or nothing. */
  permalink = ''
  readonly links: Link[] = []
  readonly enclosures: Enclosure[] = []
  readonly categories: string[] = []
  readonly extras: ItemExtras = {}
  readonly #captured = new Map<Slot, Ranked<Captured>>()
  #authors: Ranked<string[]> = { rank: Number.POSITIVE_INFINITY, value: [] }
  #image: Ranked<string> = { rank: Number.POSITIVE_INFINITY, value: '' }

  constructor(base: string | undefined) {
    this.base = base
  }

  /** True when an element of this rank would count. */
  wants(slot: Slot, rank: number): boolean {
    return rank < (this.#captured.get(slot)?.rank ?? Number.POSITIVE_INFINITY)
  }

  fill(slot: Slot, rank: number, value: Captured): void {
    if (this.wants(slot, rank) && !value.isBlank) this.#captured.set(slot, { rank, value })
  }

  get(slot: Slot): Captured | undefined {
    return this.#captured.get(slot)?.value
  }

  textIn(slot: Slot): string {
    return this.get(slot)?.value ?? ''
  }

  addLink(link: Link): void {
    if (this.links.length < LIST_MAX_COUNT) this.links.push(link)
  }

  addEnclosure(enclosure: Enclosure): void {
    if (enclosure.url === '' || this.enclosures.length >= LIST_MAX_COUNT) return
    if (!this.enclosures.some(({ url }) => url === enclosure.url)) this.enclosures.push(enclosure)
  }

  addCategory(category: string): void {
    const name = category.trim()
    if (name === '' || this.categories.length >= LIST_MAX_COUNT) return
    if (!this.categories.includes(name)) this.categories.push(name)
  }

  addAuthor(rank: number, name: string): void {
    if (name === '' || rank > this.#authors.rank) return
    if (rank < this.#authors.rank) this.#authors = { rank, value: [] }
    const { value } = this.#authors
    if (value.length < LIST_MAX_COUNT && !value.includes(name)) value.push(name)
  }

  /** Names joined by a comma. */
  get author(): string {
    return this.#authors.value.join(', ')
  }

  addImage(rank: number, address: string): void {
    if (address !== '' && rank < this.#image.rank) this.#image = { rank, value: address }
  }

  get image(): string {
    return this.#image.value
  }
}
