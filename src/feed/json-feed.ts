import { escapeHtmlText } from '../lib/escape-html.ts'
import { cleanLine } from '../lib/text.ts'
import { absoluteAddress } from './address.ts'
import { parseFeedDate } from './dates.ts'
import type { Enclosure, FeedItem, ReadFeed, UnreadItem } from './feed.ts'
import { findFirstImage, htmlText } from './html-text.ts'
import { FEED_ITEMS_MAX_COUNT, SUMMARY_MAX_CHARS } from './limits.ts'
import { writeSafeHtml } from './safe-html.ts'
import { DESCRIPTION_MAX_CHARS, LINE_MAX_CHARS } from './xml/xml-feed.ts'

const LIST_MAX_COUNT = 50

type Json = Readonly<Record<string, unknown>>

/** Reads JSON Feed 1.0 or 1.1; undefined when the value is no such feed. */
export function readJsonFeed(value: unknown, url: string): ReadFeed | undefined {
  if (!isObject(value) || !Array.isArray(value['items'])) return undefined
  const version = text(value['version'])
  if (!/jsonfeed|^1(?:\.\d)?$/.test(version) && !('home_page_url' in value)) return undefined
  const address = (name: string): string => absoluteAddress(text(value[name]), url)
  return {
    facts: {
      feedType: 'json',
      version: /(\d+(?:\.\d+)?)\/?$/.exec(version)?.[1] ?? '',
      title: line(value['title']),
      link: cleanLine(address('home_page_url')),
      description: line(value['description'], DESCRIPTION_MAX_CHARS),
      language: line(value['language'], 50),
      updated: '',
      author: authors(value),
      image: cleanLine(address('icon') || address('favicon')),
      categories: [],
    },
    items: value['items']
      .slice(0, FEED_ITEMS_MAX_COUNT)
      .filter(isObject)
      .map((item) => unread(item, url)),
    leftOut: Math.max(0, value['items'].length - FEED_ITEMS_MAX_COUNT),
  }
}

function unread(item: Json, url: string): UnreadItem {
  const updated = parseFeedDate(text(item['date_modified']))
  const published = parseFeedDate(text(item['date_published'])) || updated
  return {
    published,
    identity: () => text(item['id']) || text(item['url']) || text(item['title']),
    read: (wantsContent) => ({
      ...render(item, url, published, wantsContent),
      ...given({ updated }),
    }),
  }
}

function render(item: Json, url: string, published: string, wantsContent: boolean): FeedItem {
  const html = text(item['content_html'])
  const plain = text(item['content_text'])
  const link = cleanLine(
    absoluteAddress(text(item['url']), url) || absoluteAddress(text(item['external_url']), url),
  )
  const base = link || url
  const image = text(item['image']) || text(item['banner_image']) || findFirstImage(html)
  const tags = list(item['tags'])
    .map((tag) => line(tag, 200))
    .filter(Boolean)
  const enclosures = list(item['attachments'])
    .filter(isObject)
    .flatMap((file) => enclosure(file, url))
  return {
    title: line(item['title']),
    link,
    published,
    summary:
      line(item['summary'], SUMMARY_MAX_CHARS) ||
      line(plain, SUMMARY_MAX_CHARS) ||
      htmlText(html, SUMMARY_MAX_CHARS),
    id: line(item['id']) || link,
    ...given({
      author: authors(item),
      image: cleanLine(absoluteAddress(image, base)),
      contentHtml: wantsContent ? writeSafeHtml(html || escapeHtmlText(plain), base) : '',
    }),
    ...(tags.length === 0 ? {} : { categories: tags }),
    ...(enclosures.length === 0 ? {} : { enclosures }),
  }
}

/** The entries that say something. */
function given<T extends Readonly<Record<string, string>>>(texts: T): Partial<T> {
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')) as Partial<T>
}

function enclosure(file: Json, url: string): Enclosure[] {
  const address = cleanLine(absoluteAddress(text(file['url']), url))
  if (address === '') return []
  const type = line(file['mime_type'], 100)
  const length = Number(file['size_in_bytes'])
  const duration = Math.floor(Number(file['duration_in_seconds']))
  return [
    {
      url: address,
      ...(type === '' ? {} : { type }),
      ...(Number.isSafeInteger(length) && length > 0 ? { length } : {}),
      ...(Number.isSafeInteger(duration) && duration > 0 ? { duration } : {}),
    },
  ]
}

/** Names of `authors` (1.1) or `author` (1.0), joined by a comma. */
function authors(holder: Json): string {
  return [...list(holder['authors']), holder['author']]
    .map((author) => (isObject(author) ? line(author['name'], 200) : line(author, 200)))
    .filter((name, index, names) => name !== '' && names.indexOf(name) === index)
    .join(', ')
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, LIST_MAX_COUNT) : []
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

function line(value: unknown, maxChars = LINE_MAX_CHARS): string {
  return cleanLine(text(value), maxChars)
}
