import { decodeHtml } from '../lib/decode.ts'
import { cleanLine } from '../lib/text.ts'
import { PAGE_MAX_BYTES } from './limits.ts'
import { findAuthor } from './page-info/author.ts'
import { statedDescription } from './page-info/description.ts'
import { findFavicon } from './page-info/favicon.ts'
import { readJsonLd } from './page-info/json-ld.ts'
import { findLanguage, slashOrder } from './page-info/language.ts'
import { mainEntities } from './page-info/main-entity.ts'
import { absoluteAddress, baseAddress } from './page-info/page-address.ts'
import { pageKind } from './page-info/page-kind.ts'
import type { PageScan } from './page-info/page-scan.ts'
import { findDates } from './page-info/published.ts'
import { readingTimeMinutes } from './page-info/reading-time.ts'
import { scanPage } from './page-info/scan.ts'
import { findSiteName, siteNames } from './page-info/site-name.ts'
import { findImage } from './page-info/social-image.ts'
import { cardTitle, findHeadline } from './page-info/title.ts'
import { measurePageText } from './page-text.ts'
import { blocked, isWall } from './page-walls.ts'
import { immediateRefresh } from './refresh.ts'
import { badStatus, STATUS_MIN_BAD } from './refusals.ts'
import { parsePage } from './tree/parse-page.ts'

/** Longer pages are no bot checks, and are not searched for one. */
const WALL_MAX_WORDS = 500
const WALL_MAX_CHARS = 200_000
const TITLE_MAX_CHARS = 500
const DESCRIPTION_MAX_CHARS = 2000
const NAME_MAX_CHARS = 300

/** What the sandbox needs to describe one fetched page. */
export interface PageInfoJobInput {
  /** Address of the last hop. */
  url: string
  /** HTTP status. An error status ends in an error; the page decides which one. */
  status: number
  /** False when `bytes` is only the beginning of the page. */
  complete: boolean
  /** Value of the Content-Type header, empty when there was none. */
  contentType: string
  /** The HTML, or its beginning. */
  bytes: Uint8Array
  /** Now, in milliseconds; the clock's when absent. */
  now?: number
}

/**
 * Everything a page says of itself. Clean single-line strings, empty when absent; addresses are absolute and
 * http or https; dates are ISO 8601, with time and zone when the page gives them, else the day alone.
 */
export interface PageInfoJobOutput {
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
  /** Target of an immediate redirect. */
  refresh: string
}

function canonicalAddress(scan: PageScan, base: string, url: string): string {
  const linked = scan.links.find((link) => link.rel.includes('canonical'))?.href ?? ''
  return (
    absoluteAddress(linked, base) ||
    absoluteAddress(scan.metas.get('og:url')?.[0] ?? '', base) ||
    absoluteAddress(url, url)
  )
}

/** Bot checks are recognized by their text, so the head alone is never taken for one. */
function assertIsPage(
  source: string,
  { status, complete }: PageInfoJobInput,
  scan: PageScan,
): void {
  const isBad = status >= STATUS_MIN_BAD
  const isShort =
    scan.prose.words + scan.prose.ideographs < WALL_MAX_WORDS && source.length < WALL_MAX_CHARS
  if ((complete || isBad) && isShort && isWall(source, measurePageText(parsePage(source))))
    throw blocked()
  if (isBad) throw badStatus(status)
}

/**
 * Describes one page in a single pass over the first `PAGE_MAX_BYTES` of its HTML. Throws `page_blocked` for a bot
 * check, `upstream_refused` or `upstream_failed` for any other page with an error status.
 */
export async function pageInfoJob(input: PageInfoJobInput): Promise<PageInfoJobOutput> {
  const { url, contentType, bytes } = input
  const source = decodeHtml(bytes.subarray(0, PAGE_MAX_BYTES), contentType)
  const scan = scanPage(source)
  assertIsPage(source, input, scan)
  const base = baseAddress(scan.base, url)
  const data = readJsonLd(scan.jsonLd)
  const canonical = canonicalAddress(scan, base, url)
  const entities = mainEntities(data, [url, canonical])
  const kind = pageKind(scan, entities, url)
  const lang = findLanguage(scan, data)
  const names = siteNames(scan, data, url)
  const dates = findDates({
    scan,
    entities,
    kind,
    url,
    order: slashOrder(lang, url),
    lang,
    now: input.now ?? Date.now(),
  })
  const author = cleanLine(
    findAuthor({ scan, data, entities, kind, siteNames: names }),
    NAME_MAX_CHARS,
  )
  const stated = cleanLine(statedDescription(scan, entities), DESCRIPTION_MAX_CHARS)
  return {
    title: cleanLine(findHeadline(scan, entities, names), TITLE_MAX_CHARS),
    cardTitle: cleanLine(cardTitle(scan), TITLE_MAX_CHARS),
    description: stated || cleanLine(scan.firstParagraph, DESCRIPTION_MAX_CHARS),
    cardDescription: stated,
    author: author === '' ? null : author,
    publishedAt: dates.published === '' ? null : dates.published,
    modifiedAt: dates.modified === '' ? null : dates.modified,
    lang,
    siteName: cleanLine(findSiteName(scan, data), NAME_MAX_CHARS),
    image: findImage(scan, data, entities, base),
    canonical,
    favicon: findFavicon(scan.links, base, url),
    readingTimeMinutes: readingTimeMinutes(scan.prose),
    refresh: immediateRefresh(scan.refresh, base, url),
  }
}
