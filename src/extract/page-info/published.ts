import { dateInPath, type DateReading, type SlashOrder } from './dates.ts'
import type { MainEntities } from './main-entity.ts'
import type { PageKind } from './page-kind.ts'
import type { PageScan } from './page-scan.ts'
import { inPageZone } from './page-zone.ts'
import { type ShownDate, shownDates } from './shown-dates.ts'
import { statedDates } from './stated-dates.ts'
import { placeOfTitle } from './title.ts'

/** Dates of one page, ISO 8601; empty when the page does not tell. */
export interface PageDates {
  published: string
  modified: string
}

/** What the date search needs to know of the page. */
export interface DateContext {
  scan: PageScan
  entities: MainEntities
  kind: PageKind
  url: string
  lang: string
  order: SlashOrder
  /** Now, in milliseconds: no page is from the future. */
  now: number
}

/** Weight below which a shown date is not taken for that of the page. */
const WEIGHT_MIN = 2
/** A page may be from where the next day has begun. */
const AHEAD_MS = 14 * 3_600_000

/** When the page was published and last changed, from the most explicit source to the least. */
export function findDates(context: DateContext): PageDates {
  const { scan, entities, kind, url, lang, order, now } = context
  const latest = new Date(now + AHEAD_MS).toISOString().slice(0, 10)
  const reading: DateReading = { order, latest }
  const stated = statedDates(scan, entities, reading)
  const none = { published: '', modified: stated.modified }
  if (kind === 'list') return none
  const shown = shownDates(scan, placeOfTitle(scan, entities), reading)
  if (kind === 'thing' && !isSignedReview(shown, stated.published)) return none
  const likely = shown
    .filter(({ meaning, weight }) => meaning !== 'other' && weight >= WEIGHT_MIN)
    .toSorted((one, other) => other.weight - one.weight)
  const updates = likely.filter(({ meaning }) => meaning === 'modified')
  const updateDays = new Set(updates.map(({ iso }) => iso.slice(0, 10)))
  const others = likely.filter(
    ({ meaning, iso, isText }) =>
      meaning !== 'modified' &&
      (isText || meaning === 'published' || !updateDays.has(iso.slice(0, 10))),
  )
  const inPath = dateInPath(url, reading)
  const isRewritten =
    isHandbook(url) && stated.published.slice(0, 10) === stated.modified.slice(0, 10)
  const published =
    (isRewritten ? '' : stated.published) ||
    inPath ||
    agreeing(others, stated.vague) ||
    (isListOfPages(kind, url, others) ? '' : chosen(others)) ||
    stated.vague ||
    (kind === 'article' ? stated.pagePublished : '') ||
    (isDatedByUpdates(kind, url) ? chosen(updates) : '')
  const clues = {
    inPath,
    stamps: [stated.modified, stated.pagePublished, stated.published],
    lang,
    url,
  }
  const asText = (dates: readonly ShownDate[]): string[] =>
    dates.filter(({ isText }) => isText).map(({ iso }) => iso)
  return {
    published: inPageZone(published, { ...clues, shown: asText(others) }),
    modified: inPageZone(stated.modified || chosen(updates), {
      ...clues,
      inPath: '',
      shown: asText(updates),
    }),
  }
}

/** Weight of a date that is called one of publication close to the title. */
const SIGNED_MIN_WEIGHT = 6

/** Whether a page about a product is a review of it: it states its day and shows it by its title. */
function isSignedReview(shown: readonly ShownDate[], stated: string): boolean {
  return (
    stated !== '' &&
    shown.some(({ meaning, weight }) => meaning === 'published' && weight >= SIGNED_MIN_WEIGHT)
  )
}

/** A date in metas of a vague name, when the page shows its day. */
function agreeing(shown: readonly ShownDate[], vague: string): string {
  const day = vague.slice(0, 10)
  return shown.some(({ iso }) => iso.startsWith(day)) ? vague : ''
}

/** Days that the pages of a list have, at least. */
const LIST_MIN_DAYS = 4

/** Whether the dates on a page are those of a list of other pages: many of them, at an address that names no text. */
function isListOfPages(kind: PageKind, url: string, dates: readonly ShownDate[]): boolean {
  if (kind === 'article') return false
  const days = new Set(dates.map(({ iso }) => iso.slice(0, 10)))
  return days.size >= LIST_MIN_DAYS && /^[a-z_.]{0,16}$/i.test(lastPart(url))
}

function lastPart(url: string): string {
  const { pathname } = URL.canParse(url) ? new URL(url) : { pathname: '' }
  return pathname.split('/').findLast((part) => part !== '') ?? ''
}

/** Pages of handbooks are written anew again and again. */
function isHandbook(url: string): boolean {
  const { hostname, pathname } = URL.canParse(url) ? new URL(url) : { hostname: '', pathname: '' }
  return docsAddress.test(hostname + pathname)
}

const docsAddress =
  /(?:^|[/.])(?:docs?|documentation|wiki|manual|reference|api|help|support|kb|developers?)(?:[/.-]|$)/i
const HEADLINE_MIN_WORDS = 3

/** Whether a page that shows no other date than that of its last change is an article, which had another one. */
function isDatedByUpdates(kind: PageKind, url: string): boolean {
  if (isHandbook(url)) return false
  return kind === 'article' || lastPart(url).split(/[-_]/).length >= HEADLINE_MIN_WORDS
}

/** The likeliest date of one meaning, as exact as the page has it. */
function chosen(likely: readonly ShownDate[]): string {
  const [best] = likely
  if (best === undefined) return ''
  const day = best.iso.slice(0, 10)
  const same = likely.map(({ iso }) => iso).filter((iso) => iso.startsWith(day))
  return same.reduce((exact, iso) => (iso.length > exact.length ? iso : exact), best.iso)
}
