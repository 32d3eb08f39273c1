import { absoluteAddress, resolveInnerBase } from './address.ts'
import { RAW_ELEMENTS } from './html-text.ts'
import { readAttributes, scanMarkup } from './markup.ts'
import { decodeReferences } from './references.ts'

/** Feeds that a page names, at most. */
const FEEDS_MAX_COUNT = 20
/** Characters of a page that are searched. */
const SEARCHED_MAX_CHARS = 2_000_000

const FEED_TYPE = /^(?:application|text)\/(?:(?:rss|atom|rdf)\+xml|feed\+json)$/
/** Addresses of links that lead to a feed, where a page does not name one properly. */
const FEED_PATH =
  /(?:^|\/)(?:feed|rss|atom|index)(?:\.(?:xml|rss|atom|rdf|json))?\/?$|\.(?:rss|atom|rdf)$/i

/**
 * Addresses of the feeds that a web page names by `<link rel=alternate>` (RSS Autodiscovery), else of those it
 * links to. Feeds of comments come last. Empty when it names none.
 */
export function discoverFeeds(html: string, url: string): string[] {
  const named = new Set<string>()
  const linked = new Set<string>()
  let base = url
  let hasBase = false
  scanMarkup(
    html.slice(0, SEARCHED_MAX_CHARS),
    {
      get done() {
        return named.size >= FEEDS_MAX_COUNT
      },
      open(tag, raw) {
        const name = tag.toLowerCase()
        if (name !== 'link' && name !== 'a' && name !== 'base') return
        const attributes = attributesOf(raw)
        const href = attributes.get('href') ?? ''
        if (name === 'base' && !hasBase && href !== '') {
          hasBase = true
          base = resolveInnerBase(href, url)
        } else if (name === 'link' && isFeedLink(attributes)) named.add(absoluteAddress(href, base))
        else if (name === 'a' && linked.size < FEEDS_MAX_COUNT && isFeedAddress(href, base)) {
          linked.add(absoluteAddress(href, base))
        }
      },
      close: () => {},
      text: () => {},
      cdata: () => {},
    },
    { rawElements: RAW_ELEMENTS },
  )
  const found = [...(named.size > 0 ? named : linked)].filter((address) =>
    /^https?:/i.test(address),
  )
  const isOfComments = (address: string): boolean => /comment/i.test(address)
  return [
    ...found.filter((address) => !isOfComments(address)),
    ...found.filter((address) => isOfComments(address)),
  ]
}

function attributesOf(raw: string): ReadonlyMap<string, string> {
  return new Map(
    [...readAttributes(raw)].map(([name, value]) => [name.toLowerCase(), decodeReferences(value)]),
  )
}

function isFeedLink(attributes: ReadonlyMap<string, string>): boolean {
  const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
  const type = (attributes.get('type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (!attributes.get('href')) return false
  return (rel.includes('alternate') && FEED_TYPE.test(type)) || rel.includes('feed')
}

function isFeedAddress(href: string, base: string): boolean {
  const address = URL.parse(href, base)
  return (
    address !== null &&
    FEED_PATH.test(address.pathname) &&
    /feed|rss|atom|rdf/i.test(address.pathname)
  )
}
