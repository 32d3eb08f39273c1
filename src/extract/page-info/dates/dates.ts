import { monthOf } from '../../../lib/months.ts'
import { offsetMinutes, ZONE_MINUTES } from '../../../lib/zones.ts'
import { commonYear, fromPersian, persianMonthOf } from './calendars.ts'

const DATE_TEXT_MAX_CHARS = 160
const YEAR_MIN = 1900
const YEAR_MAX = 2100
const EPOCH_SECONDS_MIN = 600_000_000
const EPOCH_SECONDS_MAX = 4_000_000_000

/** How to read 3/4/2024 when both numbers may be the month. */
export type SlashOrder = 'day-first' | 'month-first'

/** What the reader of a date knows of its page. */
export interface DateReading {
  order: SlashOrder
  /** The last day that may be meant, `YYYY-MM-DD`; none when absent. */
  latest?: string
}

const DEFAULT_READING: DateReading = { order: 'month-first' }

/** Names of zones that are words of English or French as well: after a time they are rather those. */
const WORDS: ReadonlySet<string> = new Set('at cat ct eat et met mt pt'.split(' '))
const zoneNames = ['z', ...Object.keys(ZONE_MINUTES).filter((name) => !WORDS.has(name))]

function twoDigits(value: number | string): string {
  return String(value).padStart(2, '0')
}

function calendarDay(year: number, month: number, day: number): string {
  const common = commonYear(year)
  if (common < YEAR_MIN || common > YEAR_MAX || month < 1 || month > 12 || day < 1) return ''
  if (day > new Date(Date.UTC(common, month, 0)).getUTCDate()) return ''
  return `${common}-${twoDigits(month)}-${twoDigits(day)}`
}

const wordEnd = String.raw`(?![\p{L}/_])`
const clock = new RegExp(
  [
    String.raw`^[\sT,،;|@·•(–-]{0,6}(?:(?:at|um|à|a las|às|alle|ore|kl\.?|klo|om|в|o|saat)\s{1,3})?`,
    String.raw`(?:(?<noon>오전|오후|上午|下午|午前|午後)\s?)?`,
    String.raw`(?<hour>\d{1,2})[:h.時시点](?:\s?(?<minute>\d{2}))(?:[:分]?(?<second>(?<=:)\d{2})(?:[.,](?<fraction>\d{1,9}))?)?`,
    String.raw`(?:(?:\s{0,2}(?<half>[ap])\.?\s?m\.?|(?<letter>[ap]))${wordEnd})?`,
    String.raw`\s{0,2}\(?(?:(?<zone>${zoneNames.join('|')})${wordEnd})?\)?`,
    String.raw`\s?(?:(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?(?!\d))?`,
  ].join(''),
  'iu',
)

const AFTERNOON: ReadonlySet<string | undefined> = new Set(['오후', '下午', '午後', 'p', 'P'])

/** Time of day and zone that follow a date, as ISO 8601 starting with T; empty when there is none. */
function timeAfter(rest: string): string {
  const parts = clock.exec(rest)?.groups
  if (parts === undefined) return ''
  const { fraction, half = parts['letter'] ?? parts['noon'] } = parts
  let hour = Number(parts['hour'])
  if (half !== undefined && hour <= 12) hour = (hour % 12) + (AFTERNOON.has(half) ? 12 : 0)
  const minute = Number(parts['minute'])
  const second = Number(parts['second'] ?? '0')
  if (hour > 23 || minute > 59 || second > 59) return ''
  const millis =
    fraction === undefined || /^0+$/.test(fraction) ? '' : `.${fraction.slice(0, 3).padEnd(3, '0')}`
  return `T${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}${millis}${zoneOf(parts)}`
}

/** A zone as ISO 8601 writes it, by its name or by an offset; empty when it is impossible. */
function zoneOf({ zone, sign, hours, minutes }: Partial<Record<string, string>>): string {
  if (sign === undefined) {
    return zone === undefined ? '' : isoOffset(ZONE_MINUTES[zone.toLowerCase()] ?? 0)
  }
  const offset = offsetMinutes(sign, hours, minutes)
  return offset === undefined ? '' : isoOffset(offset)
}

/** Minutes east of Greenwich as ISO 8601 writes them. */
export function isoOffset(minutes: number): string {
  if (minutes === 0) return 'Z'
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

type Day = readonly [year: number, month: number, day: number]

interface Shape {
  pattern: RegExp
  /** What the match may mean, the likeliest first; none when it is not a date after all. */
  read: (match: RegExpExecArray, reading: DateReading) => readonly Day[]
}

/** A month's name or abbreviation, captured, with the name of another calendar that may follow. */
const MONTH = String.raw`(\p{L}[\p{L}\p{M}]{0,13}(?:\.\p{L}\p{M}?\.?|[.॰׳])?(?: ال(?:أول|اول|ثاني))?)(?:\s?\/\s?\p{Script=Arabic}{2,14})?`
const ORDINAL = String.raw`\s?(?:st|nd|rd|th|er|º|ª|\.|-?го)?`
const OF_MONTH = `(?:of |de |d'|d’|tháng )?`
const OF_YEAR = String.raw`[\s,،/-]{0,3}(?:de |del |of |พ\.ศ\.\s?|năm )?`

function named(name: string, year: string, day: string): readonly Day[] {
  const month = monthOf(name)
  if (month !== 0) return [[Number(year), month, Number(day)]]
  const persian = fromPersian(Number(year), persianMonthOf(name), Number(day))
  return persian ? [persian] : []
}

/** Readings of 3/4/2024, the order of the page first, without those that no calendar has. */
function slashed(
  first: string,
  second: string,
  year: string,
  { order }: DateReading,
): readonly Day[] {
  const dayFirst: Day = [fullYear(year), Number(second), Number(first)]
  const monthFirst: Day = [fullYear(year), Number(first), Number(second)]
  return order === 'day-first' ? [dayFirst, monthFirst] : [monthFirst, dayFirst]
}

function fullYear(year: string): number {
  return year.length === 2 ? 2000 + Number(year) : Number(year)
}

const shapes: readonly Shape[] = [
  {
    pattern: /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g,
    read: ([, year, month, day]) => [[Number(year), Number(month), Number(day)]],
  },
  {
    // 2024年3月5日, 2024년 3월 5일, 2024/3/5
    pattern: /(?<!\d)(\d{4})\s?[/.年년]\s?(\d{1,2})\s?[/.月월]\s?(\d{1,2})(?!\d)[日일]?/g,
    read: ([, year, month, day]) => [[Number(year), Number(month), Number(day)]],
  },
  {
    pattern: /^(\d{4})(\d{2})(\d{2})(?!\d)/g,
    read: ([, year, month, day]) => [[Number(year), Number(month), Number(day)]],
  },
  {
    // 5 March 2024, 5. März 2024, 5 de marzo de 2024, 05-Mar-2024, 5th of March, 2024
    pattern: new RegExp(
      String.raw`(?<!\d)(\d{1,2})${ORDINAL}[\s-]{0,3}${OF_MONTH}${MONTH}${OF_YEAR}(\d{4})(?!\d)`,
      'giu',
    ),
    read: ([, day, name, year]) => named(name!, year!, day!),
  },
  {
    // March 5, 2024; Mar. 5th 2024; 2024 is never a day because a day has two digits at most
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{M}])${MONTH}[\s-]{0,3}(\d{1,2})(?:st|nd|rd|th)?[\s,.-]{1,4}(\d{4})(?!\d)`,
      'giu',
    ),
    read: ([, name, day, year]) => named(name!, year!, day!),
  },
  {
    // 2024 March 5, 2024. március 5.
    pattern: new RegExp(
      String.raw`(?<!\d)(\d{4})[\s.,-]{1,3}${MONTH}[\s-]{1,3}(\d{1,2})(?!\d)`,
      'gu',
    ),
    read: ([, year, name, day]) => named(name!, year!, day!),
  },
  {
    // 2024. gada 5. marts
    pattern: /(?<!\d)(\d{4})\.\sgada\s(\d{1,2})\.\s(\p{L}{3,12})/gu,
    read: ([, year, day, name]) => named(name!, year!, day!),
  },
  {
    // 5 tháng 3, 2024; ngày 5 tháng 3 năm 2024
    pattern:
      /(?<!\d)(\d{1,2})\sth(?:\p{L}\p{M}?n)?g\s(\d{1,2})(?:\s?,|\sn\p{L}\p{M}?m)?\s(\d{4})(?!\d)/giu,
    read: ([, day, month, year]) => [[Number(year), Number(month), Number(day)]],
  },
  {
    pattern: /(?<![\d./-])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/g,
    read: ([, day, month, year]) => [[Number(year), Number(month), Number(day)]],
  },
  {
    // Arabic pages have marks of direction before the slashes.
    pattern: /(?<![\d/-])(\d{1,2}) ?[/-](\d{1,2}) ?[/-](\d{4})(?!\d)/g,
    read: ([, first, second, year], reading) => slashed(first!, second!, year!, reading),
  },
  {
    // 05.03.24; 5.3.24 only where days come first: elsewhere it is rather the number of a version
    pattern: /(?<![\d./-]|v)(\d{1,2})\.(\d{1,2})\.(\d{2})(?![\d./-]|:\d)/giu,
    read: ([whole, day, month, year], { order }) =>
      order === 'day-first' || whole.length === 8
        ? [[fullYear(year!), Number(month), Number(day)]]
        : [],
  },
  {
    pattern: /(?<![\d./-])(\d{1,2})\/(\d{1,2})\/(\d{2})(?![\d./-]|:\d)/g,
    read: ([, first, second, year], reading) => slashed(first!, second!, year!, reading),
  },
  {
    // Tue Mar 05 10:11:12 PST 2024
    pattern:
      /(?<!\p{L})(\p{L}{3,9})\s(\d{1,2})\s\d{1,2}:\d{2}(?::\d{2})?(?:\s[A-Z]{2,5}(?:[+-]\d{4})?)?\s(\d{4})(?!\d)/giu,
    read: ([, name, day, year]) => named(name!, year!, day!),
  },
]

function fromEpoch(text: string): string {
  const number = Number(text)
  const seconds = text.length === 13 ? number / 1000 : number
  if (seconds < EPOCH_SECONDS_MIN || seconds > EPOCH_SECONDS_MAX) return ''
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

/** A date found in text: ISO 8601, and where in the text it began and ended. */
export interface FoundDate {
  iso: string
  start: number
  end: number
}

const OTHER_DIGIT = /[٠-٩۰-۹०-९০-৯๐-๙０-９]/
const EVERY_OTHER_DIGIT = /[٠-٩۰-۹०-९০-৯๐-๙０-９]/g
const ZEROES = '٠۰०০๐０'.split('').map((zero) => zero.charCodeAt(0))
const PERSIAN_DIGITS = /[۰-۹]/

/** The text with ASCII digits in place of those of other scripts, each character in its place. */
function withAsciiDigits(text: string): string {
  if (!OTHER_DIGIT.test(text)) return text
  return text.replaceAll(EVERY_OTHER_DIGIT, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - ZEROES.findLast((zero) => code >= zero && code < zero + 10)!)
  })
}

const NUMERIC_PERSIAN = /(?<!\d)(1[34]\d{2})[/.-](\d{1,2})[/.-](\d{1,2})(?!\d)/

/** A numeric date in Persian digits is one of the Persian calendar. */
function persianDate(text: string, ascii: string): FoundDate | undefined {
  const match = PERSIAN_DIGITS.test(text) ? NUMERIC_PERSIAN.exec(ascii) : null
  if (match === null) return undefined
  const [whole, year, month, day] = match
  const parts = fromPersian(Number(year), Number(month), Number(day))
  if (parts === undefined) return undefined
  return { iso: calendarDay(...parts), start: match.index, end: match.index + whole.length }
}

const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/

/** The date of a text that is nothing else, as programs write it: most are, and need not be looked for in other shapes. */
function wholeInstant(text: string, { latest }: DateReading): FoundDate | undefined {
  const match = INSTANT.exec(text)
  if (match === null) return undefined
  const day = calendarDay(Number(match[1]), Number(match[2]), Number(match[3]))
  if (day === '' || (latest !== undefined && day > latest)) return undefined
  return { iso: day + timeAfter(text.slice(day.length)), start: 0, end: day.length }
}

/**
 * The dates in a short text in their order, as ISO 8601: with the time and zone when the text gives them, the day alone
 * otherwise. Reads ISO 8601, RFC 5322, numeric dates and month names of about forty languages, digits of other scripts, Buddhist
 * years and the Persian calendar. Never a date after `latest`.
 */
export function datesIn(text: string, reading: DateReading = DEFAULT_READING): FoundDate[] {
  const whole = wholeInstant(text, reading)
  if (whole) return [whole]
  const short = text.slice(0, DATE_TEXT_MAX_CHARS)
  const ascii = withAsciiDigits(short).replaceAll(/[\u200E\u200F\u202A-\u202E\u00A0]/g, ' ')
  if (!/\d/.test(ascii)) return []
  const persian = persianDate(short, ascii)
  const found: FoundDate[] = persian ? [persian] : []
  for (const { pattern, read } of shapes) {
    // Not matchAll, which makes another expression of each shape for each text.
    pattern.lastIndex = 0
    for (let match = pattern.exec(ascii); match !== null; match = pattern.exec(ascii)) {
      const start = match.index
      const end = start + match[0].length
      if (found.some((other) => start < other.end && other.start < end)) continue
      const day = read(match, reading)
        .map((parts) => calendarDay(...parts))
        .find((one) => one !== '' && (reading.latest === undefined || one <= reading.latest))
      if (day !== undefined) found.push({ iso: day + timeAfter(ascii.slice(end)), start, end })
    }
  }
  return found.toSorted((one, other) => one.start - other.start)
}

/** The first date in a short text; see `datesIn`. */
export function findDate(text: string, reading?: DateReading): FoundDate | undefined {
  return datesIn(text, reading)[0]
}

/** The date a value states, as ISO 8601; empty when it states none. Also reads Unix seconds and milliseconds. */
export function parseDate(text: string, reading: DateReading = DEFAULT_READING): string {
  const trimmed = text.trim()
  if (/^(?:\d{10}|\d{13})$/.test(trimmed)) return upTo(fromEpoch(trimmed), reading)
  const stamp = /^(\d{4})(\d{2})(\d{2})T?(\d{2})(\d{2})(\d{2})?(?=\D|$)/.exec(trimmed)
  if (stamp !== null) {
    const [whole, year, month, day, hour, minute, second = '00'] = stamp
    const rest = trimmed.slice(whole.length)
    return parseDate(`${year}-${month}-${day}T${hour}:${minute}:${second}${rest}`, reading)
  }
  return findDate(trimmed, reading)?.iso ?? ''
}

function upTo(iso: string, { latest }: DateReading): string {
  return latest !== undefined && iso.slice(0, 10) > latest ? '' : iso
}

const pathDate = /[/._-]((?:19|20)\d{2})([/._-]?)(\d{1,2}|[a-z]{3,9})\2(\d{1,2})(?!\d)/gi

/** The date in the path of an address, as in `/2024/03/05/title`; empty when there is none. */
export function dateInPath(address: string, { latest }: Partial<DateReading> = {}): string {
  for (const match of address.slice(0, 2048).matchAll(pathDate)) {
    const [, year, mark, month, day] = match
    // Without marks each number has two digits.
    if (mark === '' && (!/^\d\d$/.test(month!) || day!.length !== 2)) continue
    const number = /^\d/.test(month!) ? Number(month) : monthOf(month!)
    const date = calendarDay(Number(year), number, Number(day))
    if (date !== '' && (latest === undefined || date <= latest)) return date
  }
  return ''
}
