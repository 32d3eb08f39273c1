const DAY_MS = 86_400_000
/** Day 0 of the 1900 system, as days from its first of March on count; before it, its days are one later than they say. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
/** The day that spreadsheets of the 1900 system put between 28 February and 1 March, and never was. */
const LEAP_DAY_1900 = 60
/** First day after 9999. */
const DAYS_END = 2_958_466

/** A date, a time or both in ISO 8601 from the days since the epoch of a workbook; undefined for what is none. */
export function isoDateTime(
  serial: number,
  { hasDate, hasTime, decimals }: { hasDate: boolean; hasTime: boolean; decimals: number },
  is1904: boolean,
): string | undefined {
  if (serial < 0 || serial >= DAYS_END) return undefined
  const unit = 10 ** Math.max(0, 3 - decimals)
  // Days are binary fractions: times are rounded to what is shown of them.
  const ms = hasTime ? Math.round((serial * DAY_MS) / unit) * unit : Math.floor(serial) * DAY_MS
  const days = Math.floor(ms / DAY_MS)
  const time = new Date(ms - days * DAY_MS)
    .toISOString()
    .slice(11, decimals > 0 ? 20 + Math.min(3, decimals) : 19)
  if (!hasDate) return time
  const date = is1904 ? dayAfter(EPOCH_1904, days) : dayOf1900(days)
  return hasTime ? `${date}T${time}` : date
}

/** Spreadsheets show day 0 as the day before the first of January, which they call its 0th. */
function dayOf1900(days: number): string {
  if (days === 0) return '1900-01-00'
  if (days === LEAP_DAY_1900) return '1900-02-29'
  return dayAfter(EPOCH_1900, days < LEAP_DAY_1900 ? days + 1 : days)
}

function dayAfter(epoch: number, days: number): string {
  return new Date(epoch + days * DAY_MS).toISOString().slice(0, 10)
}
