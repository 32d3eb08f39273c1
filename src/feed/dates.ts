import { MONTH_NAME, OF_MONTH, OF_YEAR, ORDINAL, YEAR_MONTH_DAY } from '../lib/date-grammar.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/durations.ts'
import { monthOf } from '../lib/months.ts'
import { offsetAt, offsetMinutes, ZONE_MINUTES } from '../lib/zones.ts'

const DATE_MAX_CHARS = 120
/** Earlier ones are what software writes for "none": year 0, 1 and -1. */
const YEAR_MIN = 1000

/** The last day of week 53, counted from the start of its year. */
const ORDINAL_MAX = 371

/** Year, month, day; a day beyond the end of its month runs on into the next. */
type Day = readonly [year: number, month: number, day: number]

interface Shape {
  /** Matches at the beginning; what follows may be a time and a zone. */
  pattern: RegExp
  /** True when the day counts from the start of the year, else it is one of a month. */
  isOrdinal?: true
  day(match: RegExpExecArray): Day
}

/** RFC 5322, 4.3: two digits up to 49 are of this century; three are years since 1900. */
function fullYear(text: string): number {
  const year = Number(text)
  if (text.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return text.length === 3 ? 1900 + year : year
}

/** Monday of week 1 is the one before or on January 4 (ISO 8601). */
function ofWeek(year: number, week: number, weekday: number): Day {
  const january4 = new Date(Date.UTC(year, 0, 4)).getUTCDay() || 7
  return [year, 1, 4 - january4 + 1 + 7 * (week - 1) + weekday - 1]
}

/** Which of two numbers is the month: the one that can be, else as `isMonthFirst` says. */
function ofNumbers(first: number, second: number, year: string, isMonthFirst: boolean): Day {
  const monthFirst = second > 12 || (isMonthFirst && first <= 12)
  return monthFirst ? [fullYear(year), first, second] : [fullYear(year), second, first]
}

/** Shapes that begin with digits, once a day of the week is taken off. */
const NUMERIC_SHAPES: readonly Shape[] = [
  {
    // 2003-12-31, 2003/12/31, 2003.12.31
    pattern: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/,
    day: ([, year, month, day]) => [Number(year), Number(month), Number(day)],
  },
  {
    // 2003년 12월 31일, 2003年12月31日
    pattern: /^(\d{4})\s?[년年]\s?(\d{1,2})\s?[월月]\s?(\d{1,2})\s?[일日]?/,
    day: ([, year, month, day]) => [Number(year), Number(month), Number(day)],
  },
  {
    // 20031231, also before a time of day without a border
    pattern: /^(\d{4})(\d{2})(\d{2})(?!\d$)/,
    day: ([, year, month, day]) => [Number(year), Number(month), Number(day)],
  },
  {
    // 2003-W52-3, 2003W523
    pattern: /^(\d{4})-?W(\d{2})(?:-?([1-7]))?/i,
    isOrdinal: true,
    day: ([, year, week, weekday]) => ofWeek(Number(year), Number(week), Number(weekday ?? 1)),
  },
  {
    // 2003-365, 2003365: a day of the year
    pattern: /^(\d{4})-?(\d{3})(?!\d)/,
    isOrdinal: true,
    day: ([, year, day]) => [Number(year), 1, Number(day)],
  },
  {
    // 2003-12, 2003/12
    pattern: /^(\d{4})[-/](\d{2})(?![\d-])/,
    day: ([, year, month]) => [Number(year), Number(month), 1],
  },
  {
    // 2004-július-13, 2003 Dec 31
    pattern: new RegExp(`^${YEAR_MONTH_DAY}`, 'u'),
    day: ([, year, name, day]) => [Number(year), monthOf(name!), Number(day)],
  },
  {
    // 31 Dec 2003, 31-Dec-03, 31. Dezember 2003, 31 de diciembre de 2003, 1st of January, 2004
    pattern: new RegExp(
      String.raw`^(\d{1,2})${ORDINAL}[\s/-]{0,3}${OF_MONTH}${MONTH_NAME}${OF_YEAR}(\d{2,4})(?![\d:])`,
      'iu',
    ),
    day: ([, day, name, year]) => [fullYear(year!), monthOf(name!), Number(day)],
  },
  {
    // 31.12.2003
    pattern: /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?!\d)/,
    day: ([, day, month, year]) => [fullYear(year!), Number(month), Number(day)],
  },
  {
    // 12/31/2003, 31/12/2003, 12-31-2003
    pattern: /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?!\d)/,
    day: ([, first, mark, second, year]) =>
      ofNumbers(Number(first), Number(second), year!, mark === '/'),
  },
  {
    // 03-12-31: ISO 8601 without its century
    pattern: /^(\d{2})-(\d{2})-(\d{2})(?!\d)/,
    day: ([, year, month, day]) => [fullYear(year!), Number(month), Number(day)],
  },
  {
    pattern: /^(\d{4})$/,
    day: ([, year]) => [Number(year), 1, 1],
  },
]

/** December 31, 2003 10:14 PM */
const NAMED_MONTH = new RegExp(
  String.raw`^(?:\p{L}{2,12}\.?,?\s)?${MONTH_NAME}\s?(\d{1,2})${ORDINAL},?\s(\d{4})(?![\d:])`,
  'iu',
)
/** Wed Dec 31 10:14:55 PST 2003: the year comes last (asctime, Twitter, Perl) */
const YEAR_LAST =
  /^(?:\p{L}{2,12}\.?,?\s)?(\p{L}{3,12})\.?\s(\d{1,2}),?(\s\d{1,2}:\d{2}(?::\d{2})?(?:\s.{1,20})?)\s(\d{4})$/u
const WEEKDAY = /^\p{L}{2,14}\.?\s?,?\s?(?=\d)/u

const CLOCK =
  /^[\sTt,;@|·–]{0,5}(?:(?:at|um|à|a las|kl\.?|klo)\s)?(?:(?<half>오전|오후|上午|下午|午前|午後)\s?)?(?<hour>\d{1,2})[:h.시時点](?:\s?(?<minute>\d{1,2}))?(?:[:m.분分]\s?(?:(?<second>\d{1,2})(?:[.,:](?<fraction>\d{1,9}))?[초秒]?)?)?(?:\s?(?<meridiem>[ap])\.?m\b\.?)?/iu
/** 101455, 1014: ISO 8601 basic format */
const BASIC_CLOCK =
  /^[\sTt]?(?<hour>\d{2})(?<minute>\d{2})(?:(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?!\d)/

const AFTERNOON: ReadonlySet<string | undefined> = new Set(['오후', '下午', '午後', 'p', 'P'])

/** Milliseconds since midnight at the beginning of a text, 0 where there is no time or none that exists. */
function timeAt(text: string): { ms: number; length: number } {
  const match = CLOCK.exec(text) ?? BASIC_CLOCK.exec(text)
  if (!match) return { ms: 0, length: 0 }
  const { half, hour, minute = '0', second = '0', fraction = '', meridiem } = match.groups ?? {}
  const { length } = match[0]
  const noon = half ?? meridiem
  const hours =
    noon === undefined ? Number(hour) : (Number(hour) % 12) + (AFTERNOON.has(noon) ? 12 : 0)
  if (hours > 24 || Number(minute) > 59 || Number(second) > 60) return { ms: 0, length }
  const whole = hours * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * SECOND_MS
  return { ms: whole + Number(fraction.slice(0, 3).padEnd(3, '0')), length }
}

/** UTC of a day and what follows it: a time, a zone, or nothing. */
function utcOf([year, month, day]: Day, after: string): string {
  if (year < YEAR_MIN || year > 9999 || month < 1 || month > 12 || day > ORDINAL_MAX) return ''
  const time = timeAt(after)
  const localMs = Date.UTC(year, month - 1, day) + time.ms
  const date = new Date(localMs - minutesAt(after.slice(time.length), localMs) * MINUTE_MS)
  return date.toISOString()
}

function fromEpoch(text: string): string {
  return new Date(text.length === 13 ? Number(text) : 1000 * Number(text)).toISOString()
}

/**
 * The time that a feed states, in any form, as `YYYY-MM-DDTHH:mm:ss.sssZ`; empty when it states none. Without
 * a zone it is UTC, without a time midnight.
 */
export function parseFeedDate(written: string): string {
  const text = written.slice(0, DATE_MAX_CHARS).normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  if (/^(?:\d{10}|\d{13})$/.test(text)) return fromEpoch(text)
  const yearLast = YEAR_LAST.exec(text)
  if (yearLast) {
    const [, month = '', day, time = '', year] = yearLast
    return utcOf([Number(year), monthOf(month), Number(day)], time)
  }
  const named = NAMED_MONTH.exec(text)
  const month = monthOf(named?.[1] ?? '')
  if (named && month > 0) {
    return utcOf([Number(named[3]), month, Number(named[2])], text.slice(named[0].length))
  }
  const numeric = text.replace(WEEKDAY, '')
  for (const { pattern, day: read, isOrdinal } of NUMERIC_SHAPES) {
    const match = pattern.exec(numeric)
    if (!match) continue
    const day = read(match)
    if (isOrdinal === true || (day[2] >= 1 && day[2] <= 31)) {
      return utcOf(day, numeric.slice(match[0].length))
    }
  }
  return ''
}

/** The letters of RFC 822, 5.1: A to M without J lie west, N to Y east, Z is Greenwich. */
function ofLetter(letter: string): number {
  const west = 'abcdefghiklm'.indexOf(letter)
  return west === -1 ? 60 * ('nopqrstuvwxy'.indexOf(letter) + 1) : -60 * (west + 1)
}

const OFFSET = /^\s?\(?(?:gmt|utc?|z)?\)?\s?([+\-−])(\d{1,2})[:\s]?(\d{2})?(?!\d)/i
const NAME = /^\s?\(?(\p{L}{1,5})(?![\p{L}])/u

/** A place of the tz database, perhaps in brackets: `Europe/Berlin`, `[America/New_York]`. */
const PLACE = /^\s?[([]?([A-Z][A-Za-z]{2,}(?:\/[A-Z][A-Za-z_-]+){1,2})/

/** Minutes east of Greenwich of the zone that a text begins with. No zone, an unknown and an impossible one all count as UTC. */
function minutesAt(text: string, localMs: number): number {
  const offset = OFFSET.exec(text)
  if (offset) {
    const [, sign, hours, minutes] = offset
    return offsetMinutes(sign, hours, minutes) ?? 0
  }
  const place = PLACE.exec(text)?.[1]
  if (place !== undefined) return offsetAt(place, localMs) ?? 0
  const name = (NAME.exec(text)?.[1] ?? '').toLowerCase()
  return ZONE_MINUTES[name] ?? (name.length === 1 ? ofLetter(name) : 0)
}
