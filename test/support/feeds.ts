import type { FeedItem, ReadFeed } from '../../src/feed/feed.ts'
import { readXmlFeed } from '../../src/feed/xml/xml-feed.ts'

/** Address that the feeds of tests come from. */
export const URL_OF_FEED = 'https://site.test/blog/feed.xml'

/** Reads a feed that is one. */
export function readFeed(source: string): ReadFeed {
  const feed = readXmlFeed(source, URL_OF_FEED)
  if (!feed) throw new Error('no feed')
  return feed
}

/** The items of a feed, with their content. */
export const itemsOf = (source: string): FeedItem[] =>
  readFeed(source).items.map((item) => item.read(true))
/** An RSS 2.0 feed around its channel's inside. */
export const rss = (inside: string, attributes = ''): string =>
  `<?xml version="1.0"?><rss version="2.0" ${attributes}><channel>${inside}</channel></rss>`
/** The one item of an RSS feed. */
export const rssItem = (inside: string, attributes?: string): FeedItem =>
  itemsOf(rss(`<item>${inside}</item>`, attributes))[0]!
/** The one entry of an Atom feed. */
export const entry = (
  inside: string,
  attributes = 'xmlns="http://www.w3.org/2005/Atom"',
): FeedItem => itemsOf(`<feed ${attributes}><entry>${inside}</entry></feed>`)[0]!
