import { computed, signal } from '@preact/signals'
import { t } from '../words/frame.ts'
import { nowMs } from './clock.ts'
import { DAY_SECONDS, HOUR_SECONDS } from './durations.ts'

/** How the reader wants dates and numbers: their language, else that of the browser, and whether hours go to 24. */
export const dateStyle = signal<{ locale: string | undefined; hours: { hourCycle?: 'h23' } }>({
  locale: undefined,
  hours: {},
})

const styles = computed(() => {
  const { locale, hours } = dateStyle.value
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...hours })
  return {
    shortDay: date({ day: 'numeric', month: 'short' }),
    numbers: new Intl.NumberFormat(locale),
    clock: date({ hour: '2-digit', minute: '2-digit' }),
    weekday: date({ weekday: 'long' }),
    dayOfYear: date({ weekday: 'long', day: 'numeric', month: 'long' }),
    wholeDay: date({ dateStyle: 'long' }),
    exact: date({ dateStyle: 'full', timeStyle: 'short' }),
    instant: date({ dateStyle: 'medium', timeStyle: 'short' }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
    lists: new Intl.ListFormat('en', { type: 'conjunction' }),
  }
})

/** The time of day of an instant in UNIX seconds. */
export function formatTime(seconds: number): string {
  return styles.value.clock.format(seconds * 1_000)
}

/** The time of day without its half, where room is scarce. */
export function formatShortTime(seconds: number): string {
  return styles.value.clock
    .formatToParts(seconds * 1_000)
    .filter(({ type }) => type !== 'dayPeriod')
    .map(({ value }) => value)
    .join('')
    .trim()
}

/** An instant in full, for titles. */
export function formatExact(seconds: number): string {
  return styles.value.exact.format(seconds * 1_000)
}

/** The day of an instant: today, yesterday, a weekday of this year, or a date. */
export function formatDay(seconds: number, now: Date = new Date(nowMs.value)): string {
  const date = new Date(seconds * 1_000)
  const days = Math.round((startOfDay(now) - startOfDay(date)) / 1_000 / DAY_SECONDS)
  if (days === 0) return t.today
  if (days === 1) return t.yesterday
  if (days > 1 && days < 7) return styles.value.weekday.format(date)
  return styles.value[date.getFullYear() === now.getFullYear() ? 'dayOfYear' : 'wholeDay'].format(
    date,
  )
}

/** Which day an instant is on here, for comparison. */
export function dayNumber(seconds: number): number {
  return startOfDay(new Date(seconds * 1_000))
}

/** How long ago something was, such as "5 min. ago". */
export function formatAgo(seconds: number, now: number = nowMs.value): string {
  const [count, unit] = inUnit(Math.max(0, now / 1_000 - seconds))
  return styles.value.relative.format(-count, unit)
}

/** A length of time, such as "5 hr". */
export function formatLength(seconds: number): string {
  const [count, unit] = inUnit(seconds)
  return new Intl.NumberFormat(dateStyle.value.locale, { style: 'unit', unit }).format(count)
}

/** A length of time in its largest unit. */
function inUnit(seconds: number): [count: number, unit: 'minute' | 'hour' | 'day'] {
  if (seconds < HOUR_SECONDS) return [Math.floor(seconds / 60), 'minute']
  if (seconds < DAY_SECONDS) return [Math.floor(seconds / HOUR_SECONDS), 'hour']
  return [Math.floor(seconds / DAY_SECONDS), 'day']
}

/** Names in a sentence: "Ada, Ben and Cleo". */
export function formatNames(names: readonly string[]): string {
  return styles.value.lists.format(names)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** When something was, as briefly as lists want it: the time if it is of today, else the day. */
export function formatBriefly(seconds: number, now: Date = new Date(nowMs.value)): string {
  const date = new Date(seconds * 1_000)
  return startOfDay(now) === startOfDay(date)
    ? styles.value.clock.format(date)
    : styles.value.shortDay.format(date)
}

/** A number with its separators. */
export function formatNumber(value: number): string {
  return styles.value.numbers.format(value)
}

/** A day in full, whichever it is. */
export function formatWholeDay(seconds: number): string {
  return styles.value.wholeDay.format(seconds * 1_000)
}

/** Day and time, for instants that texts name. */
export function formatInstant(date: Date): string {
  return styles.value.instant.format(date)
}

/** What time it is now in a zone; empty for one that this browser does not know, or none. */
export function formatTimeIn(timeZone: string, now: number = nowMs.value): string {
  if (timeZone === '') return ''
  const { locale, hours } = dateStyle.value
  try {
    const style = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const
    return new Intl.DateTimeFormat(locale, { ...style, ...hours, timeZone }).format(now)
  } catch {
    return ''
  }
}
