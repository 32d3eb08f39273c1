import type { Random } from '../newcomer/random.ts'

/** How a page shows when posts were written. */
export const DATE_STYLES = ['long', 'medium', 'day', 'numeric', 'iso', 'relative', 'none'] as const
export type DateStyle = (typeof DATE_STYLES)[number]

const NOW_MS = Date.UTC(2025, 10, 20, 15, 24)
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]
const AGE_MAX_DAYS = 2800
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]
const FORMATS: Readonly<
  Record<Exclude<DateStyle, 'iso' | 'relative' | 'none'>, Intl.DateTimeFormatOptions>
> = {
  long: { dateStyle: 'long', timeStyle: 'short' },
  medium: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  numeric: {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
}
const formats = new Map<string, Intl.DateTimeFormat>()

/** Times of posts one after another, in milliseconds. */
export function timesOf(random: Random, count: number): number[] {
  const isFresh = random.chance(0.3)
  const age = isFresh ? random.int(2, 40) * HOUR_MS : random.int(3, AGE_MAX_DAYS) * DAY_MS
  let at = NOW_MS - age - random.int(0, 1439) * MINUTE_MS
  const step = isFresh ? 90 * MINUTE_MS : random.pick([HOUR_MS, DAY_MS / 4, DAY_MS / 2])
  return random.times(count, () => {
    const time = at
    at = Math.min(NOW_MS - MINUTE_MS, at + Math.floor(random.next() * step) + MINUTE_MS)
    return time
  })
}

/** A time as pages show it to people. */
export function shownTime(time: number, style: DateStyle, language: string): string {
  if (style === 'none') return ''
  if (style === 'iso') return isoTime(time).slice(0, 16).replace('T', ' ')
  if (style === 'relative') return ago(time, language)
  const key = `${style} ${language}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : language, {
      ...FORMATS[style],
      timeZone: 'UTC',
      numberingSystem: 'latn',
    })
    formats.set(key, format)
  }
  return format
    .format(time)
    .replaceAll(/[\u202F\u200E\u200F]/g, (sign) => (sign === '\u202F' ? ' ' : ''))
}

/** A time for programs, in UTC. */
export function isoTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}

function ago(time: number, language: string): string {
  const age = NOW_MS - time
  const [unit, length] = UNITS.find(([, size]) => age >= size) ?? UNITS.at(-1)!
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  return format.format(-Math.max(1, Math.floor(age / length)), unit)
}
