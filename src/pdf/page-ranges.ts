import { OperationError } from '../contract/errors.ts'
import { AROUND_EACH_MAX_COUNT, AROUND_MAX_COUNT, FEW_PAGES_MAX_COUNT } from './limits.ts'

/** Longest selection of pages that is read. */
export const PAGE_RANGES_MAX_CHARS = 500
/** Pages that can be chosen from; a document may claim any number. */
const PAGES_MAX_COUNT = 100_000
const PAGE_RANGES = /^\d+(-\d*)?(, ?\d+(-\d*)?)*$/

/**
 * True for a selection of pages like `1-5,9` that some document may have one of; an open end (`7-`) means the last page. Pages
 * are counted from 1, and a range that ends before it begins holds none.
 */
export function isPageRanges(text: string): boolean {
  if (text.length > PAGE_RANGES_MAX_CHARS || !PAGE_RANGES.test(text)) return false
  return text.split(',').some((range) => {
    const { first, last = Number.POSITIVE_INFINITY } = readRange(range)
    return Math.max(1, first) <= Math.min(last, PAGES_MAX_COUNT)
  })
}

/** One range of a selection; without `last` it is open. */
function readRange(range: string): { first: number; last?: number } {
  const [from = '', to] = range.split('-').map((text) => text.trim())
  if (to === '') return { first: Number(from) }
  return { first: Number(from), last: Number(to ?? from) }
}

/**
 * The pages of a selection, ascending and once each; those beyond the last page are left out. Throws
 * `invalid_input` when none is left, unless there may be none.
 */
export function selectPages(
  ranges: string | undefined,
  claimedCount: number,
  { mayBeNone = false } = {},
): number[] {
  const pageCount = Math.min(claimedCount, PAGES_MAX_COUNT)
  if (ranges === undefined) return Array.from({ length: pageCount }, (_, index) => index + 1)
  const selected = new Set<number>()
  for (const range of ranges.split(',')) {
    const { first, last = pageCount } = readRange(range)
    for (let page = Math.max(1, first); page <= Math.min(last, pageCount); page += 1) {
      selected.add(page)
    }
  }
  if (selected.size === 0 && !mayBeNone) {
    throw new OperationError('invalid_input', 'The document has none of these pages.', {
      hint: `It has ${pageCount} pages. Pages are counted from 1, like "1-5,9".`,
      fields: { pages: pageCount },
    })
  }
  return [...selected].toSorted((a, b) => a - b)
}

/** A selection without the pages before one: `1-5,9` from 3 on is `3-5,9`. */
export function pagesFrom(ranges: string | undefined, first: number): string {
  const kept = (ranges ?? '1-').split(',').flatMap((range) => {
    const [from = '', to] = range.split('-').map((text) => text.trim())
    if (to === '') return [`${Math.max(first, Number(from))}-`]
    const last = Number(to ?? from)
    return last < first ? [] : [writeRange(Math.max(first, Number(from)), last)]
  })
  return kept.join(',') || `${first}-`
}

function writeRange(first: number, last: number): string {
  return first === last ? String(first) : `${first}-${last}`
}

/**
 * The pages around a few that are read, ascending: those that are nearest first counted, until there are enough. None where many
 * pages are read: they tell enough of each other.
 */
export function pagesAround(pages: readonly number[], pageCount: number): number[] {
  if (pages.length > FEW_PAGES_MAX_COUNT) return []
  const read = new Set(pages)
  const around = new Set<number>()
  for (let distance = 1; distance <= AROUND_EACH_MAX_COUNT; distance += 1) {
    for (const page of pages.flatMap((one) => [one - distance, one + distance])) {
      if (around.size === AROUND_MAX_COUNT) break
      if (page >= 1 && page <= pageCount && !read.has(page)) around.add(page)
    }
  }
  return [...around].toSorted((a, b) => a - b)
}

/** Writes pages (ascending) as a selection: `1-5,9`. */
export function writeRanges(pages: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const page of pages) {
    const range = ranges.at(-1)
    if (range && page === range.last + 1) range.last = page
    else ranges.push({ first: page, last: page })
  }
  return ranges.map(({ first, last }) => writeRange(first, last)).join(',')
}
