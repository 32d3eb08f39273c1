import { DAY_MS } from '../../../lib/durations.ts'
import { lastPart } from '../page-address.ts'
import type { PageKind } from '../page-kind.ts'
import type { VisibleDate } from './visible-dates.ts'

function dayOf(iso: string): string {
  return iso.slice(0, 'YYYY-MM-DD'.length)
}

function daysOf(dates: readonly VisibleDate[]): Set<string> {
  return new Set(dates.map(({ iso }) => dayOf(iso)))
}

/** The likeliest of dates that are in this order, as exact as the page has its day; empty when there is none. */
export function likeliest(dates: readonly VisibleDate[]): string {
  const [best] = dates
  if (best === undefined) return ''
  const same = dates.map(({ iso }) => iso).filter((iso) => iso.startsWith(dayOf(best.iso)))
  return same.reduce((exact, iso) => (iso.length > exact.length ? iso : exact), best.iso)
}

/** The day that all dates share which the text of a page shows, wherever they stand: it has no other. */
export function soleDay(visibleDates: readonly VisibleDate[]): string {
  const own = visibleDates.filter(
    ({ meaning, isOwn }) => isOwn && (meaning === 'published' || meaning === 'unsaid'),
  )
  return daysOf(own).size === 1 ? likeliest(own.filter(({ isOthers }) => !isOthers)) : ''
}

/** Weight of a date a few lines below the title. */
const BYLINE_MIN_WEIGHT = 3
/** Weight of a date a few lines below the title that is marked as a date besides. */
const MARKED_BYLINE_MIN_WEIGHT = 5

/** The dates that a page states for programs. */
export interface StatedDays {
  published: string
  modified: string
}

/**
 * The one day by the title of a page that lies before that which the page states: builders of sites state the day on which they wrote
 * the page out, which then is not before that of the last change. Not where only the zone or the order of day and month differ.
 */
export function earlierDay(
  visibleDates: readonly VisibleDate[],
  { published, modified }: StatedDays,
): string {
  if (published === '') return ''
  const isWrittenOut = modified !== '' && dayOf(published) >= dayOf(modified)
  const least = isWrittenOut ? BYLINE_MIN_WEIGHT : MARKED_BYLINE_MIN_WEIGHT
  const near = visibleDates.filter(({ weight }) => weight >= least)
  const [day = '', ...others] = daysOf(near)
  const isEarlier = Date.parse(dayOf(published)) - Date.parse(day) > DAY_MS
  const swapped = published.replace(/-(\d\d)-(\d\d).{0,40}$/, '-$2-$1')
  return isEarlier && others.length === 0 && day !== swapped ? likeliest(near) : ''
}

/** A date in metas of a vague name, when the page shows its day. */
export function agreeing(visibleDates: readonly VisibleDate[], vague: string): string {
  return visibleDates.some(({ iso }) => iso.startsWith(dayOf(vague))) ? vague : ''
}

/** Days that the pages of a list have, at least. */
const LIST_MIN_DAYS = 4

/** Whether the dates on a page are those of a list of other pages: many of them, at an address that names no text. */
export function isListOfPages(kind: PageKind, url: string, dates: readonly VisibleDate[]): boolean {
  if (kind === 'article') return false
  return daysOf(dates).size >= LIST_MIN_DAYS && /^[a-z.]{0,16}$/i.test(lastPart(url))
}
