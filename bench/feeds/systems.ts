import { parseFeed } from 'feedsmith'
import RssParser from 'rss-parser'
import { feedJob } from '../../src/feed/feed-job.ts'
import { decodeXml } from '../../src/lib/decode.ts'

/** A feed in the fields that all systems are compared by; what a system lacks is empty. */
export interface Compared {
  feedType: string
  version: string
  title: string
  link: string
  description: string
  language: string
  updated: string
  author: string
  image: string
  categories: string[]
  items: ComparedItem[]
}

export interface ComparedItem {
  title: string
  link: string
  id: string
  summary: string
  content: string
  published: string
  updated: string
  author: string
  image: string
  categories: string[]
  enclosures: { url?: string; type?: string; length?: number }[]
}

/** One way to read a feed: the work that is timed, and how its result is compared. */
export interface FeedSystem {
  /** Fields that its results never have. */
  lacks: ReadonlySet<string>
  parse(bytes: Uint8Array): Promise<unknown>
  compare(parsed: unknown): Compared
}

const FEED_URL = 'https://bench.example/feed'

/** Anything of a peer's result: both have other shapes for each format. */
interface Loose {
  readonly [name: string | number]: Loose | undefined
}

function list(value: Loose | undefined): readonly Loose[] {
  return Array.isArray(value) ? (value as readonly Loose[]) : []
}

function texts(value: Loose | undefined): string[] {
  return list(value).map((one) => first(one))
}

function first(...values: unknown[]): string {
  const found = values.find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : ''
}

function names(people: Loose | undefined): string {
  return list(people)
    .map((person) => first(person, person['name'], person['email']))
    .join(', ')
}

const ours: FeedSystem = {
  lacks: new Set(),
  parse: async (bytes) =>
    feedJob({ url: FEED_URL, contentType: 'application/xml', bytes, content: true }),
  compare(parsed) {
    const { facts, items } = parsed as {
      facts: Omit<Compared, 'items'>
      items: (Partial<ComparedItem> & { contentHtml?: string })[]
    }
    return {
      ...facts,
      items: items.map(({ contentHtml = '', ...item }) => ({
        title: '',
        link: '',
        id: '',
        summary: '',
        published: '',
        updated: '',
        author: '',
        image: '',
        categories: [],
        enclosures: [],
        ...item,
        content: contentHtml,
      })),
    }
  },
}

function valueText(value: Loose | undefined): string {
  return first(value?.['value'], value)
}

function alternateOf(links: readonly Loose[]): unknown {
  return links.find(({ rel }) => rel === undefined || first(rel) === 'alternate')?.['href']
}

function smithItem(item: Loose): ComparedItem {
  const { dc, itunes, media, atom } = item
  const links = list(item['links'] ?? atom?.['links'])
  const picture = list(media?.['contents']).find(
    ({ medium, type }) => first(medium) === 'image' || first(type).startsWith('image/'),
  )
  const enclosures = [
    ...list(item['enclosures']),
    ...links
      .filter(({ rel }) => first(rel) === 'enclosure')
      .map(({ href, ...link }) => ({ ...link, url: href })),
  ]
  return {
    title: first(valueText(item['title']), dc?.['titles']?.[0]),
    link: first(item['link'], alternateOf(links)),
    id: first(item['guid']?.['value'], item['id']),
    summary: first(
      valueText(item['description']),
      valueText(item['summary']),
      dc?.['descriptions']?.[0],
      itunes?.['summary'],
    ),
    content: first(
      item['content']?.['encoded'],
      valueText(item['content']),
      valueText(atom?.['content']),
    ),
    published: first(
      item['pubDate'],
      item['published'],
      atom?.['published'],
      dc?.['dates']?.[0],
      item['updated'],
    ),
    updated: first(item['updated'], atom?.['updated'], dc?.['dates']?.[0]),
    author: first(
      names(item['authors']),
      names(atom?.['authors']),
      names(dc?.['creators']),
      itunes?.['author'],
    ),
    image: first(picture?.['url'], itunes?.['image'], media?.['thumbnails']?.[0]?.['url']),
    categories: [
      ...categoriesOf(item['categories']),
      ...texts(itunes?.['keywords']),
      ...texts(dc?.['subjects']),
      ...categoriesOf(atom?.['categories']),
    ],
    enclosures: enclosures as ComparedItem['enclosures'],
  }
}

function categoriesOf(categories: Loose | undefined): string[] {
  return list(categories).flatMap((one) => [
    first(one['name'], one['label'], one['term'], one['text']),
    ...categoriesOf(one['categories']),
  ])
}

const feedsmith: FeedSystem = {
  lacks: new Set(['version']),
  parse: async (bytes) => parseFeed(decodeXml(bytes, 'application/xml')),
  compare(parsed) {
    const { format, feed } = parsed as { format: string; feed: Loose }
    const { dc, itunes, media, atom } = feed
    const person = (value: Loose | undefined): string => first(value?.['name'], value?.['email'])
    return {
      feedType: format === 'rdf' ? 'rss' : format,
      version: '',
      title: first(valueText(feed['title']), dc?.['titles']?.[0]),
      link: first(feed['link'], alternateOf(list(feed['links'] ?? atom?.['links']))),
      description: first(feed['description'], valueText(feed['subtitle']), itunes?.['summary']),
      language: first(feed['language'], feed['xml']?.['lang'], dc?.['languages']?.[0]),
      updated: first(feed['lastBuildDate'], feed['updated'], dc?.['dates']?.[0], feed['pubDate']),
      author: first(
        person(feed['managingEditor']),
        names(feed['authors']),
        names(dc?.['creators']),
        itunes?.['author'],
        person(feed['webMaster']),
      ),
      image: first(
        feed['image']?.['url'],
        feed['logo'],
        itunes?.['image'],
        media?.['contents']?.[0]?.['url'],
        feed['icon'],
      ),
      categories: [
        ...texts(itunes?.['keywords']),
        ...categoriesOf(itunes?.['categories']),
        ...categoriesOf(feed['categories']),
        ...texts(dc?.['subjects']),
      ],
      items: list(feed['items'] ?? feed['entries']).map(smithItem),
    }
  },
}

const rssParser: FeedSystem = {
  lacks: new Set(['feedType', 'version']),
  parse: async (bytes) => new RssParser().parseString(decodeXml(bytes, 'application/xml')),
  compare(parsed) {
    const feed = parsed as Loose
    const itunes = feed['itunes']
    return {
      feedType: '',
      version: '',
      title: first(feed['title']),
      link: first(feed['link']),
      description: first(feed['description'], itunes?.['summary']),
      language: first(feed['language']),
      updated: first(feed['lastBuildDate'], feed['pubDate']),
      author: first(feed['managingEditor'], feed['creator'], itunes?.['author'], feed['webMaster']),
      image: first(feed['image']?.['url'], itunes?.['image']),
      categories: texts(itunes?.['categories']),
      items: list(feed['items']).map((item) => ({
        title: first(item['title']),
        link: first(item['link']),
        id: first(item['guid'], item['id']),
        summary: first(item['summary'], item['contentSnippet'], item['itunes']?.['summary']),
        content: first(item['content:encoded'], item['content']),
        published: first(item['isoDate'], item['pubDate'], item['date']),
        updated: first(item['updated'], item['date']),
        author: first(item['creator'], item['author'], item['itunes']?.['author']),
        image: first(item['itunes']?.['image']),
        categories: list(item['categories']).map((category) => first(category, category['_'])),
        enclosures: (item['enclosure'] ? [item['enclosure']] : []) as ComparedItem['enclosures'],
      })),
    }
  },
}

/** Us and the two libraries that most projects take, each doing its own whole work. */
export const systems: Readonly<Record<'bellhop' | 'feedsmith' | 'rss-parser', FeedSystem>> = {
  bellhop: ours,
  feedsmith,
  'rss-parser': rssParser,
}
