const ISO_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(?: ?(Z|[+-]\d\d(?::?\d\d)?))?)?$/i

/**
 * Milliseconds since 1970 of an ISO 8601 day, which begins in UTC, or day and time, in UTC without a zone. Undefined for other
 * texts, and for days and times that no calendar has, such as 30 February.
 */
export function findIsoTime(text: string): number | undefined {
  const [, day = '', time = '00:00', zone = 'Z'] = ISO_TIME.exec(text.trim()) ?? []
  if (!isRealDay(day)) return undefined
  const [, hours = '', minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? []
  const offset = hours === '' ? 'Z' : `${hours}:${minutes}`
  const instant = Date.parse(`${day}T${time.replace(',', '.')}${offset}`)
  return Number.isNaN(instant) ? undefined : instant
}

/** Whether a day, as year, month and day in digits, is in the calendar: `Date` takes 30 February for 1 or 2 March. */
function isRealDay(day: string): boolean {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}
