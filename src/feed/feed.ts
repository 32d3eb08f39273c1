import type { Funding, ItemExtras, Place } from './item-extras.ts'

/** A file that comes with an item: `url`, and media type, bytes and seconds where the feed states them. */
export interface Enclosure {
  url: string
  type?: string
  length?: number
  duration?: number
}

/** One item of a feed. Strings are clean; `''` where the feed says nothing; addresses are absolute. */
export interface FeedItem extends Omit<ItemExtras, 'originalLink'> {
  title: string
  link: string
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  published: string
  /** One line of plain text. */
  summary: string
  id: string
  /** Time of the last change, written as `published`; only where the feed states it. */
  updated?: string
  author?: string
  categories?: string[]
  image?: string
  enclosures?: Enclosure[]
  /** HTML of an allow-list, addresses absolute. */
  contentHtml?: string
}

/** What a feed says of itself; strings as in `FeedItem`. */
export interface FeedFacts {
  feedType: 'rss' | 'atom' | 'json'
  /** Version of the format: `2.0`, `1.0`, `0.3`, `1.1`; empty where the feed does not tell. */
  version: string
  title: string
  link: string
  description: string
  language: string
  updated: string
  author: string
  image: string
  categories: string[]
  /** Where to give money, and where it is about; only where the feed says so. */
  funding?: Funding[]
  location?: Place
}

/** An item that is rendered only if it is wanted. */
export interface UnreadItem {
  /** Time of publication, written as in `FeedItem`. */
  published: string
  /** What identifies the item: its id, else the nearest equivalent. */
  identity(): string
  /** The whole item; `contentHtml` only if it is wanted. */
  read(wantsContent: boolean): FeedItem
}

/** A feed of any format, its items in document order. */
export interface ReadFeed {
  facts: FeedFacts
  items: readonly UnreadItem[]
  /** Items that are left out, since there are too many. */
  leftOut: number
}
