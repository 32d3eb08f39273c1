import { HOUR_MS } from '../../../lib/durations.ts'
import type { MainEntities } from '../main-entity.ts'
import { hasHeadline, isHandbook } from '../page-address.ts'
import type { PageKind } from '../page-kind.ts'
import type { PageScan } from '../scan/page-scan.ts'
import { placeOfTitle } from '../title.ts'
import { dateInPath, type DateReading, type SlashOrder } from './dates.ts'
import { inPageZone } from './page-zone.ts'
import { statedDates } from './stated-dates.ts'
import { type VisibleDate, findVisibleDates } from './visible-dates.ts'
import { agreeing, earlierDay, isListOfPages, likeliest, soleDay } from './visible-days.ts'

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
const AHEAD_MS = 14 * HOUR_MS

/** When the page was published and last changed, from the most explicit source to the least. */
export function findDates(context: DateContext): PageDates {
  const { scan, entities, kind, url, lang, order, now } = context
  const latest = new Date(now + AHEAD_MS).toISOString().slice(0, 10)
  const reading: DateReading = { order, latest }
  const stated = statedDates(scan, entities, reading)
  const none = { published: '', modified: stated.modified }
  if (kind === 'list') return none
  const visibleDates = findVisibleDates(scan, placeOfTitle(scan, entities), reading)
  if (kind === 'thing' && !isSignedReview(visibleDates, stated.published)) return none
  const likely = visibleDates
    .filter(({ meaning, weight }) => meaning !== 'other' && weight >= WEIGHT_MIN)
    .toSorted(byLikelihood)
  const updates = likely.filter(({ meaning, isOthers }) => meaning === 'modified' && !isOthers)
  const updateDays = new Set(updates.map(({ iso }) => iso.slice(0, 10)))
  const others = likely.filter(
    ({ meaning, iso, isText }) =>
      meaning !== 'modified' &&
      (isText || meaning === 'published' || !updateDays.has(iso.slice(0, 10))),
  )
  const own = others.filter(({ isOthers }) => !isOthers)
  const inPath = dateInPath(url, reading)
  const isRewritten =
    isHandbook(url) &&
    ((stated.modified === '' && kind !== 'article') ||
      stated.published.slice(0, 10) === stated.modified.slice(0, 10))
  const mayBeText = !isHandbook(url) && (kind === 'article' || hasHeadline(url))
  const published =
    earlierDay(own, stated) ||
    (isRewritten ? '' : stated.published) ||
    inPath ||
    agreeing(others, stated.vague) ||
    (isListOfPages(kind, url, others) ? '' : likeliest(own)) ||
    stated.vague ||
    (mayBeText && updates.length === 0 ? soleDay(visibleDates) : '') ||
    (kind === 'article' && !isHandbook(url) ? stated.pagePublished : '') ||
    // A text that shows no other date than that of its last change had another one.
    (mayBeText ? likeliest(updates) : '')
  const clues = {
    inPath,
    stamps: [stated.modified, stated.pagePublished, stated.published],
    marked: visibleDates.filter(({ isText }) => !isText).map(({ iso }) => iso),
    lang,
    url,
  }
  const asText = (dates: readonly VisibleDate[]): string[] =>
    dates.filter(({ isText }) => isText).map(({ iso }) => iso)
  return {
    published: inPageZone(published, { ...clues, visibleDates: asText(others) }),
    modified: inPageZone(stated.modified || likeliest(updates), {
      ...clues,
      inPath: '',
      visibleDates: asText(updates),
    }),
  }
}

/** The likeliest first; of equal ones, that which is said to be of the publication. */
function byLikelihood(one: VisibleDate, other: VisibleDate): number {
  const saidRank = ({ meaning }: VisibleDate): number => (meaning === 'published' ? 1 : 0)
  return other.weight - one.weight || saidRank(other) - saidRank(one)
}

/** Weight of a date that is called one of publication close to the title. */
const SIGNED_MIN_WEIGHT = 6

/** Whether a page about a product is a review of it: it states its day and shows it by its title. */
function isSignedReview(visibleDates: readonly VisibleDate[], stated: string): boolean {
  return (
    stated !== '' &&
    visibleDates.some(
      ({ meaning, weight }) => meaning === 'published' && weight >= SIGNED_MIN_WEIGHT,
    )
  )
}
