import { cleanLine } from '../../lib/text.ts'
import { immediateRefresh } from '../refresh.ts'
import { findAuthor } from './author.ts'
import { findDates } from './dates/published.ts'
import { statedDescription } from './description.ts'
import { findFavicon } from './favicon.ts'
import { type LinkedData, readJsonLd } from './json-ld.ts'
import { findLanguage, slashOrder } from './language.ts'
import { mainEntities } from './main-entity.ts'
import { saysNotFound } from './not-found.ts'
import { absoluteAddress, baseAddress, isSiteRoot } from './page-address.ts'
import { pageKind } from './page-kind.ts'
import type { PageScan } from './scan/page-scan.ts'
import { readingTimeMinutes } from './scan/prose-counter.ts'
import { findSiteName, siteNames } from './site-name.ts'
import { findImage } from './social-image.ts'
import { cardTitle, findHeadline } from './title.ts'

const TITLE_MAX_CHARS = 500
const DESCRIPTION_MAX_CHARS = 2000
const NAME_MAX_CHARS = 300
/** Characters of a word, with what stands between words. */
const WORD_CHARS = 6

/**
 * Everything a page says of itself. Clean single-line strings, empty when absent; addresses are absolute and
 * http or https; dates are ISO 8601, with time and zone when the page gives them, else the day alone.
 */
export interface PageDescription {
  /** The headline. */
  title: string
  /** The title a link preview shows. */
  cardTitle: string
  /** The stated description, else the first paragraph. */
  description: string
  /** The stated description only. */
  cardDescription: string
  /** Names joined by a comma, or null. */
  author: string | null
  publishedAt: string | null
  modifiedAt: string | null
  /** BCP 47 as the page writes it. */
  lang: string
  siteName: string
  image: string
  /** The stated canonical address, else the page's own. */
  canonical: string
  /** The biggest icon, else `/favicon.ico` of the site. */
  favicon: string
  readingTimeMinutes: number
  /** Address of the next page of a series, where the page names it. */
  next?: string
  /** The page says that what was asked for is not there, though it was answered as if it were. */
  notFound?: true
  /** Target of an immediate redirect. */
  refresh: string
}

/** The address that a page states for itself: one that is the root of a site is that of another page, unless the page is that root. */
function canonicalAddress(scan: PageScan, base: string, url: string): string {
  const own = absoluteAddress(url, url)
  const stated = [
    scan.links.find((link) => link.rel.includes('canonical'))?.href ?? '',
    scan.metas.get('og:url')?.[0] ?? '',
  ]
  return (
    stated
      .map((address) => absoluteAddress(address, base))
      .find((address) => address !== '' && (!isSiteRoot(address) || isSiteRoot(own))) ?? own
  )
}

/** What tells a page from another one that says the same. */
export interface PagePlace {
  /** Address of the last hop. */
  url: string
  /** Now, in milliseconds: no page is from the future. */
  now: number
}

/** What a citation of a page names. Clean single-line strings; absent where the page does not tell. */
export interface CitedFacts {
  author?: string
  /** ISO 8601, with time and zone when the page gives them. */
  publishedAt?: string
  /** Time of the last change: ISO 8601, with time and zone when the page gives them. */
  modifiedAt?: string
  siteName?: string
  /** Address of the next page of a series. */
  next?: string
}

interface Findings {
  data: LinkedData
  entities: ReturnType<typeof mainEntities>
  canonical: string
  base: string
  names: readonly string[]
  lang: string
}

function titlesOf({ title, metas, headings }: PageScan): string[] {
  return [title, ...(metas.get('og:title') ?? []), ...headings.map(({ text }) => text)]
}

/** About as many characters as the page has of prose. */
function charsOf({ prose }: PageScan): number {
  return prose.words * WORD_CHARS + prose.ideographs
}

function findings(scan: PageScan, url: string): Findings {
  const base = baseAddress(scan.base, url)
  const data = readJsonLd(scan.jsonLd)
  const canonical = canonicalAddress(scan, base, url)
  const entities = mainEntities(data, { addresses: [url, canonical], titles: titlesOf(scan) })
  const lang = findLanguage(scan, data)
  return { data, entities, canonical, base, names: siteNames(scan, data, url), lang }
}

function cited(
  scan: PageScan,
  { data, entities, names, lang, base }: Findings,
  { url, now }: PagePlace,
): Required<CitedFacts> {
  const kind = pageKind(scan, entities, url)
  const order = slashOrder(lang, url)
  const dates = findDates({ scan, entities, kind, url, order, lang, now })
  const author = findAuthor({ scan, data, entities, kind, url, siteNames: names })
  return {
    author: cleanLine(author, NAME_MAX_CHARS),
    publishedAt: dates.published,
    modifiedAt: dates.modified,
    siteName: cleanLine(findSiteName(scan, data), NAME_MAX_CHARS),
    next: nextAddress(scan, base, url),
  }
}

/** Where the page says that its series goes on; empty where it does not, or names itself. */
function nextAddress({ links }: PageScan, base: string, url: string): string {
  const next = links.find(({ rel }) => rel.includes('next'))?.href ?? ''
  const address = absoluteAddress(next, base)
  return address === absoluteAddress(url, url) ? '' : address
}

/** What a citation needs of a page that was scanned. */
export function citedFacts(scan: PageScan, place: PagePlace): CitedFacts {
  const facts = cited(scan, findings(scan, place.url), place)
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ''))
}

/** Describes a page that was scanned. */
export function describePage(scan: PageScan, place: PagePlace): PageDescription {
  const { url } = place
  const found = findings(scan, url)
  const { data, entities, canonical, base, names, lang } = found
  const { author, publishedAt, modifiedAt, siteName, next } = cited(scan, found, place)
  const isGone = saysNotFound(titlesOf(scan), charsOf(scan))
  const stated = cleanLine(statedDescription(scan, entities), DESCRIPTION_MAX_CHARS)
  return {
    title: cleanLine(findHeadline(scan, entities, names), TITLE_MAX_CHARS),
    cardTitle: cleanLine(cardTitle(scan), TITLE_MAX_CHARS),
    description: stated || cleanLine(scan.firstParagraph, DESCRIPTION_MAX_CHARS),
    cardDescription: stated,
    author: author === '' ? null : author,
    publishedAt: publishedAt === '' ? null : publishedAt,
    modifiedAt: modifiedAt === '' ? null : modifiedAt,
    lang,
    siteName,
    image: findImage(scan, data, entities, base),
    canonical,
    favicon: findFavicon(scan.links, base, url),
    readingTimeMinutes: readingTimeMinutes(scan.prose),
    ...(next === '' ? {} : { next }),
    ...(isGone ? { notFound: true } : {}),
    refresh: immediateRefresh(scan.refresh, base, url),
  }
}
