import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, WEEK_MS } from './durations.ts'
import { instantOf, wallTimeOf } from './time-zone.ts'
import { offsetMinutes } from './zones.ts'

/** Where a written time is read: its words count from `nowMs`, and what names no zone is in `zone` (IANA name). */
export interface ReadingClock {
  nowMs: number
  zone: string
}

/** Longest text that is looked at. */
const WRITTEN_MAX_CHARS = 60

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

const COUNTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const SHORT_UNITS_MS: Readonly<Record<string, number>> = {
  second: SECOND_MS,
  sec: SECOND_MS,
  minute: MINUTE_MS,
  min: MINUTE_MS,
  hour: HOUR_MS,
}

const SHORT_AGO = /^(\w{1,5}) (second|sec|minute|min|hour)s?(?: ago)?$/
const LONG_AGO = /^(\w{1,5}) (day|week|month|year)s?(?: ago)?$/

/** A count with the letter of its unit. */
const LETTER = /^(\d{1,4})([hdw])$/
const LETTERS: Readonly<Record<string, string>> = { h: 'hours', d: 'days', w: 'weeks' }
const PERIOD = /^(this|last) (week|month|year)$/
const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME_OF_DAY = /^(\d{1,2})(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)? ?(am|pm)?$/

/** A day, the time of day after it, and a zone, each as text. */
const DAY_TIME_ZONE =
  /^(.+?)(?:(?:(?<=\d)t|,? (?:at )?)(\d{1,2}(?::\d\d){1,2}(?:[.,]\d{1,9})?(?: ?[ap]m)?|\d{1,2} ?[ap]m))?(?: ?(z|utc|gmt|[+-]\d\d(?::?\d\d)?))?$/

/**
 * Reads a time as people write it: ISO 8601, `now`, `today`, `yesterday`, `monday` or `last monday`, `last week`, `2 days ago`, `2d`,
 * with or without a time of day. A day stands for its beginning; minutes and hours ago are exact. Returns milliseconds since
 * 1970, or undefined for a text that is no such time.
 */
export function readWrittenTime(written: string, clock: ReadingClock): number | undefined {
  if (written.length > WRITTEN_MAX_CHARS) return undefined
  const text = written
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(LETTER, (_, count: string, letter: string) => `${count} ${LETTERS[letter]}`)
  if (text === 'now') return clock.nowMs
  const ago = SHORT_AGO.exec(text)
  if (ago) {
    const count = countOf(ago[1])
    return count === undefined
      ? undefined
      : clock.nowMs - count * (SHORT_UNITS_MS[ago[2] ?? ''] ?? 0)
  }
  const [, day = '', time, zone] = DAY_TIME_ZONE.exec(text) ?? []
  // A bare date such as 2026-01-02 ends like an offset.
  const isWholeDay = time === undefined && ISO_DAY.test(text)
  return combine(isWholeDay ? text : day, time, isWholeDay ? undefined : zone, clock)
}

function combine(
  day: string,
  time: string | undefined,
  zone: string | undefined,
  clock: ReadingClock,
): number | undefined {
  const aheadMs = zone === undefined ? undefined : zoneAheadMs(zone)
  if (zone !== undefined && aheadMs === undefined) return undefined
  const nowWallMs =
    aheadMs === undefined ? wallTimeOf(clock.zone, clock.nowMs) : clock.nowMs + aheadMs
  const dayMs = dayOf(day, startOfDay(nowWallMs))
  const timeMs = time === undefined ? 0 : timeOfDayMs(time)
  if (dayMs === undefined || timeMs === undefined) return undefined
  const wallMs = dayMs + timeMs
  return aheadMs === undefined ? instantOf(clock.zone, wallMs) : wallMs - aheadMs
}

function zoneAheadMs(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  if (sign === undefined) return 0
  const ahead = offsetMinutes(sign, hours, minutes)
  return ahead === undefined ? undefined : ahead * MINUTE_MS
}

function startOfDay(wallMs: number): number {
  return Math.floor(wallMs / DAY_MS) * DAY_MS
}

function countOf(word: string | undefined): number | undefined {
  if (word === 'a' || word === 'an') return 1
  if (word !== undefined && /^\d{1,4}$/.test(word)) return Number(word)
  const at = COUNTS.indexOf(word ?? '')
  return at === -1 ? undefined : at + 1
}

/** The beginning of a day, as wall time. */
function dayOf(text: string, todayMs: number): number | undefined {
  if (text === 'today') return todayMs
  if (text === 'yesterday') return todayMs - DAY_MS
  const [, year, month, day] = ISO_DAY.exec(text) ?? []
  if (year !== undefined) return calendarDay(Number(year), Number(month), Number(day))
  const [, which, period] = PERIOD.exec(text) ?? []
  if (period !== undefined) return startOfPeriod(period, which === 'last' ? 1 : 0, todayMs)
  const [, word, unit] = LONG_AGO.exec(text) ?? []
  if (unit !== undefined) return daysAgo(countOf(word), unit, todayMs)
  return weekdayOf(text, todayMs)
}

function calendarDay(year: number, month: number, day: number): number | undefined {
  const dayMs = Date.UTC(year, month - 1, day)
  const date = new Date(dayMs)
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isSame && date.getUTCFullYear() === year ? dayMs : undefined
}

function startOfPeriod(period: string, back: number, todayMs: number): number {
  const today = new Date(todayMs)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  if (period === 'year') return Date.UTC(year - back, 0, 1)
  if (period === 'month') return Date.UTC(year, month - back, 1)
  const daysSinceMonday = (today.getUTCDay() + 6) % 7
  return todayMs - (daysSinceMonday + 7 * back) * DAY_MS
}

function daysAgo(count: number | undefined, unit: string, todayMs: number): number | undefined {
  if (count === undefined) return undefined
  if (unit === 'day') return todayMs - count * DAY_MS
  if (unit === 'week') return todayMs - count * WEEK_MS
  const months = unit === 'month' ? count : 12 * count
  const today = new Date(todayMs)
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1))
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(today.getUTCDate(), lastDay))
}

/** The latest day of that name: with `last`, before today. */
function weekdayOf(text: string, todayMs: number): number | undefined {
  const isLast = text.startsWith('last ')
  const at = WEEKDAYS.indexOf(isLast ? text.slice('last '.length) : text)
  if (at === -1) return undefined
  const back = (new Date(todayMs).getUTCDay() - at + 7) % 7
  return todayMs - (isLast && back === 0 ? 7 : back) * DAY_MS
}

/** Milliseconds after midnight. */
function timeOfDayMs(text: string): number | undefined {
  const [, hours, minutes = '0', seconds = '0', fraction = '0', half] = TIME_OF_DAY.exec(text) ?? []
  if (hours === undefined) return undefined
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), half)
  if (hour === undefined || hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) {
    return undefined
  }
  const wholeMs = hour * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS
  return wholeMs + Math.floor(Number(`0.${fraction}`) * SECOND_MS)
}

function hourOfHalf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}
