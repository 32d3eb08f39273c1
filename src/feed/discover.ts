import { readHtml } from '../markup/html/read-html.ts'
import type { Attributes } from '../markup/html/tokens/attributes.ts'
import { absoluteAddress, resolveInnerBase } from './address.ts'

/** Feeds that a page names, at most. */
const FEEDS_MAX_COUNT = 20
/** Characters of a page that are searched. */
const SEARCHED_MAX_CHARS = 2_000_000

const FEED_TYPE = /^(?:application|text)\/(?:(?:x[.-])?(?:rss|atom|rdf)\+xml|feed\+json)$/
/** Types that feeds are served with, and other documents as well. */
const COMMON_TYPE = /^(?:application|text)\/(?:xml|json)$/
/** Relations of a link to a feed; old Blogger pages have their own. */
const RELATIONS = new Set(['', 'alternate', 'alternative', 'service.feed'])
/** Addresses of links that lead to a feed, where a page does not name one properly. */
const FEED_PATH =
  /(?:^|\/)(?:feed|rss|atom|index)(?:\.(?:xml|rss|atom|rdf|json))?\/?$|\.(?:rss|atom|rdf)$/i
const FEED_QUERY = /[?&](?:feed=(?:rss2?|atom|rdf|feed)|format=(?:rss|atom|feed))(?:&|$)/i
/** How links for readers of feeds begin: `feed:https://…`, `feed://…`. */
const FEED_SCHEME = /^feed:(?:(?=https?:)|(\/\/))/i

/** Links of one header that are looked at. */
const LINKS_MAX_COUNT = 50
/** Characters of the header that are read. */
const HEADER_MAX_CHARS = 8192

/** A link that an HTTP header names. */
interface HeaderLink {
  href: string
  /** Parameters such as `rel` and `type`, names in lower case. */
  parameters: ReadonlyMap<string, string>
}

const LINK = /<([^<>]*)>([^<]*)/g
const PARAMETER = /;\s*([a-z]{1,20})\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/gi

/**
 * Addresses of the feeds that a web page, or the `Link` header it came with, names as alternates (RSS Autodiscovery), else of
 * those it links to. Feeds of comments come last. Empty when it names none.
 */
export function discoverFeeds(html: string, url: string, linkHeader = ''): string[] {
  const named = new Set<string>()
  const linked = new Set<string>()
  let base = url
  let hasBase = false
  for (const { href, parameters } of readLinkHeader(linkHeader)) {
    if (href !== '' && isFeedLink(Object.fromEntries(parameters), href, url))
      named.add(absoluteAddress(href, url))
  }
  readHtml(
    html.slice(0, SEARCHED_MAX_CHARS),
    {
      open(name, attributes) {
        if (name !== 'link' && name !== 'a' && name !== 'base') return
        const href = addressOf(attributes['href'] ?? '', url)
        if (href === '') return
        if (name === 'base' && !hasBase) {
          hasBase = true
          base = resolveInnerBase(href, url)
        } else if (name === 'link' && isFeedLink(attributes, href, base)) {
          named.add(absoluteAddress(href, base))
        } else if (name === 'a' && linked.size < FEEDS_MAX_COUNT) {
          const isTyped = FEED_TYPE.test(typeOf(attributes))
          if (isTyped || isFeedAddress(href, base)) linked.add(absoluteAddress(href, base))
        }
      },
      text() {},
      close() {},
    },
    { isEnough: () => named.size >= FEEDS_MAX_COUNT },
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

function addressOf(href: string, url: string): string {
  return href
    .trim()
    .replace(FEED_SCHEME, (_, slashes?: string) =>
      slashes === undefined ? '' : `${URL.parse(url)?.protocol ?? 'https:'}//`,
    )
}

function typeOf({ type = '' }: Attributes): string {
  return type.split(';', 1)[0]!.trim().toLowerCase()
}

function isFeedLink(attributes: Attributes, href: string, base: string): boolean {
  const relations = (attributes['rel'] ?? '').toLowerCase().trim().split(/\s+/)
  if (relations.includes('feed')) return true
  const type = typeOf(attributes)
  // A style sheet and the like may be of any type.
  if (relations.includes('stylesheet') || !relations.some((name) => RELATIONS.has(name)))
    return false
  return FEED_TYPE.test(type) || (COMMON_TYPE.test(type) && isNamedFeed(href, base))
}

/** Whether an address of a type that says little is that of a feed by its own words. */
function isNamedFeed(href: string, base: string): boolean {
  return /feed|rss|atom|rdf/i.test(URL.parse(href, base)?.pathname ?? '')
}

function isFeedAddress(href: string, base: string): boolean {
  const address = URL.parse(href, base)
  if (address === null) return false
  const { pathname, search } = address
  return (
    FEED_QUERY.test(search) || (FEED_PATH.test(pathname) && /feed|rss|atom|rdf/i.test(pathname))
  )
}

/** The links of a `Link` header (RFC 8288), in their order. */
function readLinkHeader(header: string): HeaderLink[] {
  const links: HeaderLink[] = []
  for (const [, href = '', rest = ''] of header.slice(0, HEADER_MAX_CHARS).matchAll(LINK)) {
    if (links.length === LINKS_MAX_COUNT) break
    const parameters = new Map<string, string>()
    for (const [, name = '', quoted, bare] of rest.matchAll(PARAMETER)) {
      parameters.set(name.toLowerCase(), quoted ?? bare ?? '')
    }
    links.push({ href, parameters })
  }
  return links
}
