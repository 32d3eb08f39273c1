import { DAY_MS, HOUR_MS, WEEK_MS } from '../lib/durations.ts'
const UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, d: DAY_MS, w: WEEK_MS }
const AGE = /^(\d{1,4}) ?(?:([hdw])|(h)(?:ou)?rs?|(d)ays?|(w)eeks?)(?: ago)?$/i
const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/

/**
 * Milliseconds of a time: an ISO 8601 date or time (UTC unless it names a zone), or an age before `now` such as
 * `36h`, `7d`, `2w` or `3 days ago`. Undefined when the text is neither.
 */
export function parseSince(text: string, now: Date): number | undefined {
  const [, count, ...units] = AGE.exec(text) ?? []
  const unit = units.find((one) => one !== undefined)?.toLowerCase() ?? ''
  if (count !== undefined) return now.getTime() - Number(count) * (UNITS[unit] ?? 0)
  if (!ISO.test(text)) return undefined
  const hasZone = text.length === 10 || /(?:Z|[+-]\d{2}:\d{2})$/.test(text)
  const time = Date.parse(hasZone ? text : `${text}Z`)
  return Number.isNaN(time) ? undefined : time
}
