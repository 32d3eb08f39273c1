import { ldText } from './json-ld.ts'
import type { MainEntities } from './main-entity.ts'
import { plainText } from './plain-text.ts'
import type { PageScan, Spot } from './scan/page-scan.ts'
import { Region } from './scan/regions.ts'

const HEADLINE_SHARE_MIN = 0.5

/** Lower-case words of letters and digits. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function bare(text: string): string {
  return wordsOf(text).join('')
}

/** A heading without the sign that links to it. */
function withoutAnchor(heading: string): string {
  return heading.replace(/\s?[¶§#🔗]$/u, '')
}

/** What a link preview shows: the page's social-card title, else its `<title>`, else its heading. */
export function cardTitle(scan: PageScan): string {
  return (
    plainText(scan.metas.get('og:title')?.[0] ?? '') ||
    plainText(scan.metas.get('twitter:title')?.[0] ?? '') ||
    scan.title ||
    scan.headings[0]?.text ||
    ''
  )
}

/** The title a publication states for cataloguing: Dublin Core, citation tags. Empty when it does not. */
function formalTitle(scan: PageScan): string {
  for (const key of [
    'dc.title',
    'dcterm.title',
    'dcterms.title',
    'citation_title',
    'parsely-title',
  ]) {
    const value = plainText(scan.metas.get(key)?.[0] ?? '')
    if (value !== '') return value
  }
  return ''
}

const separator = /\s(?:[|–—·•»«:/-]|::|\|\|)\s/gu

/** A title without the site's name at its end or its beginning: `News | Daily` of Daily gives `News`. */
export function withoutSiteName(title: string, siteNames: readonly string[]): string {
  const sites = new Set(siteNames.map(bare))
  const separators = [...title.matchAll(separator)]
  let end = title.length
  while (separators.length > 0 && sites.has(bare(title.slice(separators.at(-1)!.index, end)))) {
    end = separators.pop()!.index
  }
  const [first] = separators
  if (first === undefined || !sites.has(bare(title.slice(0, first.index))))
    return title.slice(0, end)
  return title.slice(first.index + first[0].length, end)
}

/** True for `Daily` in `News | Daily`: what follows the last separator names the site or the section. */
function isLastPart(text: string, title: string): boolean {
  const last = [...title.matchAll(separator)].at(-1)
  return last !== undefined && bare(title.slice(last.index)) === bare(text)
}

/**
 * The headline: the top heading that shares at least 60 % of its words with the card title or `<title>`, is not the
 * site's name and stands outside footers and lists of other pages; else the card title without the site's name.
 */
export function findHeadline(
  scan: PageScan,
  entities: MainEntities,
  siteNames: readonly string[],
): string {
  const named = plainText(
    ldText(entities.articles[0]?.value['headline'] ?? entities.articles[0]?.value['name']),
  )
  const card = cardTitle(scan)
  const formal = formalTitle(scan)
  const stated = new Set(wordsOf(`${card} ${named} ${formal}`))
  const known = new Set(wordsOf(`${card} ${scan.title} ${named} ${formal}`))
  const sites = new Set(siteNames.map(bare))
  const heading = scan.headings.find(({ text, region }) => {
    if ((region & (Region.footer | Region.related)) !== 0) return false
    const own = withoutSiteName(withoutAnchor(text), siteNames)
    const words = wordsOf(own)
    const isSite = sites.has(bare(own)) || isLastPart(own, scan.title) || isLastPart(own, card)
    if (!words.some((word) => stated.has(word)) || (isSite && bare(card) !== bare(own)))
      return false
    return words.filter((word) => known.has(word)).length >= words.length * HEADLINE_SHARE_MIN
  })
  const best = heading === undefined ? '' : withoutSiteName(withoutAnchor(heading.text), siteNames)
  return best || withoutSiteName(formal || card || named, siteNames) || scan.headings[0]?.text || ''
}

/** Share of the words of a heading that the title must have for the heading to be that of the page. */
const TITLE_WORDS_MIN_SHARE = 0.6
/** Share of the words of a heading that leads elsewhere: it may be that of a page with a title like this one. */
const LINKED_WORDS_MIN_SHARE = 0.8

/** Threads repeat the title over every post: the first ones are that of the page. */
const TITLES_MAX_COUNT = 3

/** Where the title of a page stands in its text. */
export interface TitlePlace {
  /** Where what follows a heading begins: the top one, and each that repeats the title. */
  starts: readonly Spot[]
  /** The lines of every heading that repeats the title. */
  everyLine: ReadonlySet<number>
  /** Bits of `Region` that all these headings share: what holds them is not beside the text of the page. */
  region: number
  /** Numbers of the articles that these headings stand in. */
  articles: ReadonlySet<number>
}

/** Finds the headings that repeat the title of the page; the first heading where none does. */
export function placeOfTitle(scan: PageScan, entities: MainEntities): TitlePlace {
  const named = ldText(entities.articles[0]?.value['headline'] ?? '')
  const known = new Set(wordsOf(`${cardTitle(scan)} ${scan.title} ${plainText(named)}`))
  const fits = scan.titleLines.filter(({ text, region, isLink }) => {
    if ((region & Region.footer) !== 0) return false
    const least = isLink ? LINKED_WORDS_MIN_SHARE : TITLE_WORDS_MIN_SHARE
    const words = wordsOf(text)
    const shared = words.filter((word) => known.has(word)).length
    return shared > 1 && shared >= words.length * least
  })
  const first = scan.headings[0] ?? scan.titleLines[0]
  const places = fits.length > 0 || first === undefined ? fits : [first]
  const byLine = new Map(places.map((place) => [place.line, place]))
  const top = first
  return {
    starts: [
      ...(top === undefined ? [] : [top]),
      ...[...byLine.values()].slice(0, TITLES_MAX_COUNT),
    ],
    everyLine: new Set([...byLine.keys()].slice(0, 2 * TITLES_MAX_COUNT)),
    region: places.reduce((all, { region }) => all & region, places[0]?.region ?? 0),
    articles: new Set(places.map(({ article }) => article)),
  }
}

/** Passages of running text between the title and what still stands in the head of the text: a standfirst, a caption. */
const HEAD_MAX_PROSE = 1
/** Lines before the title in which the head of the text begins. */
const HEAD_LINES_BEFORE_COUNT = 5

/** Whether something stands in the head of the text: around its title, before its text begins. */
export function isInHead({ starts }: TitlePlace, { line, proseBefore }: Spot): boolean {
  return starts.some(
    (from) =>
      line >= from.line - HEAD_LINES_BEFORE_COUNT &&
      proseBefore - from.proseBefore <= HEAD_MAX_PROSE,
  )
}
