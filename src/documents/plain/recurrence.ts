const UNITS: Readonly<Record<string, string>> = {
  YEARLY: 'year',
  MONTHLY: 'month',
  WEEKLY: 'week',
  DAILY: 'day',
  HOURLY: 'hour',
  MINUTELY: 'minute',
}
const DAYS: Readonly<Record<string, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const ORDINALS: Readonly<Record<string, string>> = {
  '1': 'first ',
  '2': 'second ',
  '3': 'third ',
  '4': 'fourth ',
  '5': 'fifth ',
  '-1': 'last ',
  '-2': 'second to last ',
}

/** A rule of recurrence (RFC 5545, 3.3.10) in words: `every 2 weeks on Monday, Friday, until 2026-03-01`. */
export function recurrenceText(rule: string, dateText: (value: string) => string): string {
  const parts = new Map(
    rule.split(';').map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, Math.max(0, at)).toUpperCase(), part.slice(at + 1)]
    }),
  )
  const unit = UNITS[parts.get('FREQ')?.toUpperCase() ?? '']
  if (unit === undefined) return rule
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const days = listOf(parts.get('BYDAY')).map((day) => {
    const [, number = '', name = ''] = /^([+-]?\d*)([A-Z]{2})$/.exec(day.toUpperCase()) ?? []
    const ordinal = number === '' ? '' : (ORDINALS[String(Number(number))] ?? `${Number(number)}. `)
    return `${ordinal === '' ? '' : 'the '}${ordinal}${DAYS[name] ?? day}`
  })
  const months = listOf(parts.get('BYMONTH')).map((month) => MONTHS[Number(month) - 1] ?? month)
  const monthDays = listOf(parts.get('BYMONTHDAY')).map((day) =>
    day === '-1' ? 'the last day' : `day ${day}`,
  )
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')]
  return [
    interval > 1 ? `every ${interval} ${unit}s` : `every ${unit}`,
    ...(days.length > 0 ? [`on ${days.join(', ')}`] : []),
    ...(monthDays.length > 0 ? [`on ${monthDays.join(', ')}`] : []),
    ...(months.length > 0 ? [`in ${months.join(', ')}`] : []),
    ...(count === undefined ? [] : [`${count} times`]),
    ...(until === undefined ? [] : [`until ${dateText(until)}`]),
  ].join(' ')
}

function listOf(value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : value.split(',', 60)
}
