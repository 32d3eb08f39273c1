import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseFeedDate } from '../../src/feed/dates.ts'
import { ODD_DATES } from '../../test/support/odd-dates.ts'
import type { Compared, ComparedItem, FeedSystem } from './systems.ts'

/** How gofeed's expected JSON says what our fields say. */
const FEED_FIELDS: Readonly<Record<string, (expected: Expected) => unknown>> = {
  feedType: ({ feedType }) => feedType,
  version: ({ feedVersion }) => feedVersion,
  title: ({ title }) => title,
  link: ({ link }) => link,
  description: ({ description }) => description,
  language: ({ language }) => language,
  updated: ({ updatedParsed }) => updatedParsed,
  author: ({ authors }) => authors && people(authors),
  image: ({ image }) => image?.url,
  categories: ({ categories }) => categories,
}
const ITEM_FIELDS: Readonly<Record<string, (expected: Expected) => unknown>> = {
  title: ({ title }) => title,
  link: ({ link }) => link,
  id: ({ guid }) => guid,
  summary: ({ description }) => description,
  content: ({ content }) => content,
  published: ({ publishedParsed }) => publishedParsed,
  updated: ({ updatedParsed }) => updatedParsed,
  author: ({ authors }) => authors && people(authors),
  image: ({ image }) => image?.url,
  categories: ({ categories }) => categories,
  enclosures: ({ enclosures }) => enclosures,
}

interface Expected {
  feedType?: string
  feedVersion?: string
  title?: string
  link?: string
  guid?: string
  description?: string
  content?: string
  language?: string
  publishedParsed?: string
  updatedParsed?: string
  authors?: { name?: string; email?: string }[]
  image?: { url: string }
  categories?: string[]
  enclosures?: { url: string; type: string; length: string }[]
  items?: Expected[]
}

/** Counts of one system: passed and all, by field. */
export type Tally = Map<string, { passed: number; all: number }>

function people(authors: readonly { name?: string; email?: string }[]): string {
  return authors.map(({ name, email }) => name ?? email).join(', ')
}

/** Texts count without tags and runs of white space, dates as instants, lists in order. */
function same(field: string, found: unknown, expected: unknown): boolean {
  if (field === 'published' || field === 'updated') {
    return new Date(found as string).getTime() === new Date(expected as string).getTime()
  }
  if (field === 'enclosures') {
    const plain = (files: readonly { url?: string; type?: string; length?: unknown }[]): string =>
      JSON.stringify(files.map(({ url, type, length }) => [url, type, Number(length)]))
    return plain(found as []) === plain(expected as [])
  }
  if (Array.isArray(expected)) return JSON.stringify(found) === JSON.stringify(expected)
  const plain = (text: unknown): string =>
    String(text)
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  return field === 'content' ? found === expected : plain(found) === plain(expected)
}

/** Reads every feed of gofeed's translator tests and compares each field that maps to one of ours. */
export async function scoreGofeed(
  folder: string,
  system: FeedSystem,
): Promise<{ tally: Tally; feeds: number; thrown: number }> {
  const tally: Tally = new Map()
  const count = (field: string, isRight: boolean): void => {
    if (system.lacks.has(field)) return
    const one = tally.get(field) ?? { passed: 0, all: 0 }
    tally.set(field, { passed: one.passed + (isRight ? 1 : 0), all: one.all + 1 })
  }
  let feeds = 0
  let thrown = 0
  for (const dialect of ['rss', 'atom']) {
    for (const file of readdirSync(join(folder, dialect)).filter((name) => name.endsWith('.xml'))) {
      const path = join(folder, dialect, file)
      const expected = JSON.parse(readFileSync(path.replace(/xml$/, 'json'), 'utf8')) as Expected
      feeds += 1
      const found = await system
        .parse(readFileSync(path))
        .then((parsed) => system.compare(parsed))
        .catch(() => undefined)
      if (!found) thrown += 1
      compareFeed(expected, found, count)
    }
  }
  return { tally, feeds, thrown }
}

function compareFeed(
  expected: Expected,
  found: Compared | undefined,
  count: (field: string, isRight: boolean) => void,
): void {
  for (const [field, read] of Object.entries(FEED_FIELDS)) {
    const value = read(expected)
    if (value === undefined) continue
    count(field, found !== undefined && same(field, found[field as keyof Compared], value))
  }
  const items = expected.items ?? []
  count('item count', found?.items.length === items.length)
  for (const [index, item] of items.entries()) {
    for (const [field, read] of Object.entries(ITEM_FIELDS)) {
      const value = read(item)
      if (value === undefined) continue
      const given = found?.items[index]?.[field as keyof ComparedItem]
      count(`item ${field}`, given !== undefined && same(field, given, value))
    }
  }
}

/** How many of the odd dates come out right: by us, and by `Date`, which the others leave them to. */
export function scoreDates(): { all: number; ours: number; date: number } {
  const right = (parse: (written: string) => string): number =>
    ODD_DATES.filter(([written, utc]) => parse(written) === utc).length
  const byDate = (written: string): string => {
    const date = new Date(written)
    return Number.isNaN(date.getTime()) ? '' : date.toISOString()
  }
  return { all: ODD_DATES.length, ours: right(parseFeedDate), date: right(byDate) }
}
