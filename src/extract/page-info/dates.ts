import { MONTH_NAME, OF_MONTH, OF_YEAR, ORDINAL, YEAR_MONTH_DAY } from '../../lib/date-grammar.ts'
import { monthOf } from '../../lib/months.ts'
import { offsetMinutes, ZONE_MINUTES } from '../../lib/zones.ts'

const DATE_TEXT_MAX_CHARS = 160
const YEAR_MIN = 1900
const YEAR_MAX = 2100
const EPOCH_SECONDS_MIN = 600_000_000
const EPOCH_SECONDS_MAX = 4_000_000_000

/** How to read 3/4/2024 when both numbers may be the month. */
export type SlashOrder = 'day-first' | 'month-first'

/** Names of zones that are words of English or French as well: after a time they are rather those. */
const WORDS: ReadonlySet<string> = new Set('at cat ct eat et met mt pt'.split(' '))
const zoneNames = ['z', ...Object.keys(ZONE_MINUTES).filter((name) => !WORDS.has(name))]

function twoDigits(value: number | string): string {
  return String(value).padStart(2, '0')
}

function calendarDay(year: number, month: number, day: number): string {
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12 || day < 1) return ''
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return ''
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

const wordEnd = String.raw`(?![\p{L}/_])`
const clock = new RegExp(
  [
    String.raw`^[\sT,;|@·•–-]{0,6}(?:(?:at|um|à|a las|kl\.?|alle|klo|om)\s{1,3})?`,
    String.raw`(?<hour>\d{1,2})[:h.](?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?`,
    String.raw`(?:(?:\s{0,2}(?<half>[ap])\.?\s?m\.?|(?<letter>[ap]))${wordEnd})?`,
    String.raw`\s{0,2}\(?(?:(?<zone>${zoneNames.join('|')})${wordEnd})?\)?`,
    String.raw`\s?(?:(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?(?!\d))?`,
  ].join(''),
  'iu',
)

/** Time of day and zone that follow a date, as ISO 8601 starting with T; empty when there is none. */
function timeAfter(rest: string): string {
  const parts = clock.exec(rest)?.groups
  if (parts === undefined) return ''
  const { fraction, half = parts['letter'] } = parts
  let hour = Number(parts['hour'])
  if (half !== undefined && hour <= 12) hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
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

function isoOffset(minutes: number): string {
  if (minutes === 0) return 'Z'
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

interface Shape {
  pattern: RegExp
  /** Year, month, day from the match; undefined when it is not a date after all. */
  read: (match: RegExpExecArray, order: SlashOrder) => readonly [number, number, number] | undefined
}

function monthNamed(
  name: string,
  year: string,
  day: string,
): readonly [number, number, number] | undefined {
  const month = monthOf(name)
  return month === 0 ? undefined : [Number(year), month, Number(day)]
}

const shapes: readonly Shape[] = [
  {
    pattern: /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/,
    read: ([, year, month, day]) => [Number(year), Number(month), Number(day)],
  },
  {
    pattern: /(?<!\d)(\d{4})\s?[/.年년]\s?(\d{1,2})\s?[/.月월]\s?(\d{1,2})(?!\d)[日일]?/,
    read: ([, year, month, day]) => [Number(year), Number(month), Number(day)],
  },
  {
    pattern: /^(\d{4})(\d{2})(\d{2})(?!\d)/,
    read: ([, year, month, day]) => [Number(year), Number(month), Number(day)],
  },
  {
    // 5 March 2024, 5. März 2024, 5 de marzo de 2024, 05-Mar-2024, 5th of March, 2024
    pattern: new RegExp(
      String.raw`(?<!\d)(\d{1,2})${ORDINAL}[\s-]{0,3}${OF_MONTH}${MONTH_NAME}${OF_YEAR}(\d{4})(?!\d)`,
      'iu',
    ),
    read: ([, day, name, year]) => monthNamed(name!, year!, day!),
  },
  {
    // March 5, 2024; Mar. 5th 2024; 2024 is never a day because a day has two digits at most
    pattern:
      /(?<!\p{L})(\p{L}{3,12})\.?[\s-]{0,3}(\d{1,2})(?:st|nd|rd|th)?[\s,.-]{1,4}(\d{4})(?!\d)/iu,
    read: ([, name, day, year]) => monthNamed(name!, year!, day!),
  },
  {
    // 2024 March 5, 2024. március 5.
    pattern: new RegExp(String.raw`(?<!\d)${YEAR_MONTH_DAY}`, 'u'),
    read: ([, year, name, day]) => monthNamed(name!, year!, day!),
  },
  {
    pattern: /(?<![\d./-])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/,
    read: ([, day, month, year]) => [Number(year), Number(month), Number(day)],
  },
  {
    pattern: /(?<![\d/-])(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/,
    read: ([, first, second, year], order) => {
      const dayFirst = Number(first) > 12 || (order === 'day-first' && Number(second) <= 12)
      return dayFirst
        ? [Number(year), Number(second), Number(first)]
        : [Number(year), Number(first), Number(second)]
    },
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

/**
 * The first date in a short text, as ISO 8601: with the time and zone when the text gives them, the day alone
 * otherwise. Reads ISO 8601, RFC 5322, numeric dates and month names of about twenty languages.
 */
export function findDate(text: string, order: SlashOrder = 'month-first'): FoundDate | undefined {
  const short = text.slice(0, DATE_TEXT_MAX_CHARS)
  for (const { pattern, read } of shapes) {
    const match = pattern.exec(short)
    if (match === null) continue
    const parts = read(match, order)
    const day = parts === undefined ? '' : calendarDay(...parts)
    if (day === '') continue
    const end = match.index + match[0].length
    return { iso: day + timeAfter(short.slice(end)), start: match.index, end }
  }
  return undefined
}

/** The date a value states, as ISO 8601; empty when it states none. Also reads Unix seconds and milliseconds. */
export function parseDate(text: string, order: SlashOrder = 'month-first'): string {
  const trimmed = text.trim()
  if (/^(?:\d{10}|\d{13})$/.test(trimmed)) return fromEpoch(trimmed)
  return findDate(trimmed, order)?.iso ?? ''
}

const pathDate = /\/((?:19|20)\d{2})[/-](\d{1,2}|[a-z]{3})[/-](\d{1,2})(?!\d)/i

/** The date in the path of an address, as in `/2024/03/05/title`; empty when there is none. */
export function dateInPath(address: string): string {
  const match = pathDate.exec(address.slice(0, 2048))
  if (match === null) return ''
  const [, year, month, day] = match
  const number = /^\d/.test(month!) ? Number(month) : monthOf(month!)
  return calendarDay(Number(year), number, Number(day))
}
