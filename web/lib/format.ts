import { t } from '../words/frame.ts'
import { nowMs } from './clock.ts'
import { DAY_SECONDS, HOUR_SECONDS } from './durations.ts'

const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const numbers = new Intl.NumberFormat()
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' })
const dayOfYear = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const wholeDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })
const lists = new Intl.ListFormat(undefined, { type: 'conjunction' })

/** The time of day of an instant in UNIX seconds. */
export function formatTime(seconds: number): string {
  return clock.format(seconds * 1_000)
}

/** The time of day without its half, where room is scarce. */
export function formatShortTime(seconds: number): string {
  return clock
    .formatToParts(seconds * 1_000)
    .filter(({ type }) => type !== 'dayPeriod')
    .map(({ value }) => value)
    .join('')
    .trim()
}

/** An instant in full, for titles. */
export function formatExact(seconds: number): string {
  return exact.format(seconds * 1_000)
}

/** The day of an instant: today, yesterday, a weekday of this year, or a date. */
export function formatDay(seconds: number, now: Date = new Date(nowMs.value)): string {
  const date = new Date(seconds * 1_000)
  const days = Math.round((startOfDay(now) - startOfDay(date)) / 1_000 / DAY_SECONDS)
  if (days === 0) return t.today
  if (days === 1) return t.yesterday
  if (days > 1 && days < 7) return weekday.format(date)
  return (date.getFullYear() === now.getFullYear() ? dayOfYear : wholeDay).format(date)
}

/** Which day an instant is on here, for comparison. */
export function dayNumber(seconds: number): number {
  return startOfDay(new Date(seconds * 1_000))
}

/** How long ago something was, such as "5 min. ago". */
export function formatAgo(seconds: number, now: number = nowMs.value): string {
  const [count, unit] = inUnit(Math.max(0, now / 1_000 - seconds))
  return relative.format(-count, unit)
}

/** A length of time, such as "5 hr". */
export function formatLength(seconds: number): string {
  const [count, unit] = inUnit(seconds)
  return new Intl.NumberFormat(undefined, { style: 'unit', unit }).format(count)
}

/** A length of time in its largest unit. */
function inUnit(seconds: number): [count: number, unit: 'minute' | 'hour' | 'day'] {
  if (seconds < HOUR_SECONDS) return [Math.floor(seconds / 60), 'minute']
  if (seconds < DAY_SECONDS) return [Math.floor(seconds / HOUR_SECONDS), 'hour']
  return [Math.floor(seconds / DAY_SECONDS), 'day']
}

/** Names in a sentence: "Ada, Ben and Cleo". */
export function formatNames(names: readonly string[]): string {
  return lists.format(names)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** When something was, as briefly as lists want it: the time if it is of today, else the day. */
export function formatBriefly(seconds: number, now: Date = new Date(nowMs.value)): string {
  const date = new Date(seconds * 1_000)
  return startOfDay(now) === startOfDay(date) ? clock.format(date) : shortDay.format(date)
}

/** A number with its separators. */
export function formatNumber(value: number): string {
  return numbers.format(value)
}
