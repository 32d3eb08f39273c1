/** What a clock on the wall shows: a date and a time of day, as milliseconds since 1970 as if the clock were in UTC. */
export type WallTimeMs = number

/** Milliseconds that a zone (IANA name; UTC where it is empty or unknown) is ahead of UTC at an instant. */
function offsetMs(zone: string, instantMs: number): number {
  const parts = formatOf(zone).formatToParts(instantMs)
  const numbers = new Map(parts.map(({ type, value }) => [type, Number(value)]))
  const at = (type: Intl.DateTimeFormatPartTypes) => numbers.get(type) ?? 0
  const wallMs = Date.UTC(
    at('year'),
    at('month') - 1,
    at('day'),
    at('hour'),
    at('minute'),
    at('second'),
  )
  return wallMs - Math.floor(instantMs / 1_000) * 1_000
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = {
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: timeZone || 'UTC' })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  }
}

/** What the clock of a zone shows at an instant, to the second. */
export function wallTimeOf(zone: string, instantMs: number): WallTimeMs {
  return Math.floor(instantMs / 1_000) * 1_000 + offsetMs(zone, instantMs)
}

/** The instant at which the clock of a zone shows a time; shortly after it where the clock skips that time. */
export function instantOf(zone: string, wallMs: WallTimeMs): number {
  const guessMs = wallMs - offsetMs(zone, wallMs)
  return wallMs - offsetMs(zone, guessMs)
}
