import { DAY_MS } from '../../../lib/durations.ts'

/** Months of the Persian calendar by their names, with Arabic letters where Persian has its own, without accents. */
const PERSIAN_MONTHS = 'فروردين ارديبهشت خرداد تير مرداد شهريور مهر ابان اذر دي بهمن اسفند'.split(
  ' ',
)

/** The years of the Persian calendar in which there are web pages. */
const PERSIAN_YEAR_MIN = 1360
const PERSIAN_YEAR_MAX = 1460

/** Years between the Buddhist era, as Thailand counts, and the common one. */
const BUDDHIST_YEARS = 543
const BUDDHIST_YEAR_MIN = 2500
const BUDDHIST_YEAR_MAX = 2643

/** Number of a month of the Persian calendar (1 to 12) by its name; 0 when it is none. */
export function persianMonthOf(name: string): number {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ی', 'ي')
  return PERSIAN_MONTHS.indexOf(plain) + 1
}

/** A year as the common era counts it. */
export function commonYear(year: number): number {
  const isBuddhist = year >= BUDDHIST_YEAR_MIN && year <= BUDDHIST_YEAR_MAX
  return isBuddhist ? year - BUDDHIST_YEARS : year
}

/**
 * Year, month and day of a day of the Persian calendar; undefined when there is no such day in the years of the web. Its leap
 * years are those of the cycle of 33 years, which holds in them.
 */
export function fromPersian(
  year: number,
  month: number,
  day: number,
): readonly [number, number, number] | undefined {
  const days = month <= 6 ? 31 : 30
  if (year < PERSIAN_YEAR_MIN || year > PERSIAN_YEAR_MAX) return undefined
  if (month < 1 || month > 12 || day < 1 || day > days) return undefined
  const before = month <= 7 ? 31 * (month - 1) : 30 * (month - 1) + 6
  const daysSince1403 = daysBefore(year) - daysBefore(1403) + before + day - 1
  const date = new Date(FIRST_OF_1403_MS + daysSince1403 * DAY_MS)
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
}

/** The first day of the Persian year 1403. */
const FIRST_OF_1403_MS = Date.UTC(2024, 2, 20)

/** Days of the Persian calendar before a year: eight of 33 years are leap years. */
function daysBefore(year: number): number {
  return 365 * (year - 1) + Math.floor((8 * (year - 1) + 29) / 33)
}
