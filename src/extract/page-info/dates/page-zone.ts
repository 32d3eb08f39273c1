import { DAY_MINUTES, DAY_MS, MINUTE_MS } from '../../../lib/durations.ts'
import { isoOffset } from './dates.ts'

/** Zones of countries that have one, by the end of their hosts' names. */
const ZONE_OF_HOST: Readonly<Record<string, string>> = {
  ae: 'Asia/Dubai',
  ar: 'America/Argentina/Buenos_Aires',
  at: 'Europe/Vienna',
  bd: 'Asia/Dhaka',
  be: 'Europe/Brussels',
  bg: 'Europe/Sofia',
  by: 'Europe/Minsk',
  ch: 'Europe/Zurich',
  cn: 'Asia/Shanghai',
  cz: 'Europe/Prague',
  de: 'Europe/Berlin',
  dk: 'Europe/Copenhagen',
  ee: 'Europe/Tallinn',
  eg: 'Africa/Cairo',
  es: 'Europe/Madrid',
  fi: 'Europe/Helsinki',
  fr: 'Europe/Paris',
  gr: 'Europe/Athens',
  hk: 'Asia/Hong_Kong',
  hr: 'Europe/Zagreb',
  hu: 'Europe/Budapest',
  ie: 'Europe/Dublin',
  il: 'Asia/Jerusalem',
  in: 'Asia/Kolkata',
  ir: 'Asia/Tehran',
  it: 'Europe/Rome',
  jp: 'Asia/Tokyo',
  ke: 'Africa/Nairobi',
  kr: 'Asia/Seoul',
  lt: 'Europe/Vilnius',
  lu: 'Europe/Luxembourg',
  lv: 'Europe/Riga',
  my: 'Asia/Kuala_Lumpur',
  ng: 'Africa/Lagos',
  nl: 'Europe/Amsterdam',
  no: 'Europe/Oslo',
  nz: 'Pacific/Auckland',
  pe: 'America/Lima',
  ph: 'Asia/Manila',
  pk: 'Asia/Karachi',
  pl: 'Europe/Warsaw',
  pt: 'Europe/Lisbon',
  ro: 'Europe/Bucharest',
  rs: 'Europe/Belgrade',
  sa: 'Asia/Riyadh',
  se: 'Europe/Stockholm',
  sg: 'Asia/Singapore',
  si: 'Europe/Ljubljana',
  sk: 'Europe/Bratislava',
  th: 'Asia/Bangkok',
  tr: 'Europe/Istanbul',
  tw: 'Asia/Taipei',
  ua: 'Europe/Kyiv',
  uk: 'Europe/London',
  vn: 'Asia/Ho_Chi_Minh',
  za: 'Africa/Johannesburg',
}

/** Zones of languages that are spoken in one zone. */
const ZONE_OF_LANGUAGE: Readonly<Record<string, string>> = {
  bg: 'Europe/Sofia',
  cs: 'Europe/Prague',
  da: 'Europe/Copenhagen',
  de: 'Europe/Berlin',
  el: 'Europe/Athens',
  et: 'Europe/Tallinn',
  fa: 'Asia/Tehran',
  fi: 'Europe/Helsinki',
  he: 'Asia/Jerusalem',
  hr: 'Europe/Zagreb',
  hu: 'Europe/Budapest',
  it: 'Europe/Rome',
  ja: 'Asia/Tokyo',
  ko: 'Asia/Seoul',
  lt: 'Europe/Vilnius',
  lv: 'Europe/Riga',
  nb: 'Europe/Oslo',
  nl: 'Europe/Amsterdam',
  no: 'Europe/Oslo',
  pl: 'Europe/Warsaw',
  ro: 'Europe/Bucharest',
  sk: 'Europe/Bratislava',
  sl: 'Europe/Ljubljana',
  sv: 'Europe/Stockholm',
  th: 'Asia/Bangkok',
  tr: 'Europe/Istanbul',
  uk: 'Europe/Kyiv',
  vi: 'Asia/Ho_Chi_Minh',
}

const UTC_TIME = /^\d{4}-\d\d-\d\dT(?!00:00:00)\d\d:\d\d:\d\d(?:\.\d{3})?Z?$/
const QUARTER_MINUTES = 15
const OFFSET_MIN_MINUTES = -12 * 60
const OFFSET_MAX_MINUTES = 14 * 60

/** What may tell the zone of a page. */
export interface ZoneClues {
  /** Dates as ISO 8601 that the page shows as text, the likeliest first. */
  visibleDates: readonly string[]
  /** The day in the address, or empty. */
  inPath: string
  /** Other points in time that the page states. */
  stamps: readonly string[]
  /** Points in time behind what the page shows. */
  marked: readonly string[]
  lang: string
  url: string
}

/**
 * A point in time that a page states in UTC, in the zone of the page, so that its day is that which its readers see: by the same
 * point in time behind what the page shows, by the date that it shows, by an offset that the page states elsewhere, or by the country of the page. One without a zone is in UTC where
 * the page shows the same minutes at another hour of the day before or after. Any other date unchanged.
 */
export function inPageZone(
  iso: string,
  { visibleDates, inPath, stamps, marked, lang, url }: ZoneClues,
): string {
  if (!UTC_TIME.test(iso)) return iso
  const isSaid = iso.endsWith('Z')
  const instant = Date.parse(isSaid ? iso : `${iso}Z`)
  const same = marked.find((other) => hasOffset(other) && Date.parse(other) === instant)
  if (isSaid && same !== undefined) return same
  for (const text of [...visibleDates, inPath]) {
    const away = Math.round((Date.parse(text.slice(0, 10)) - Date.parse(iso.slice(0, 10))) / DAY_MS)
    if (away === 0) return iso
    if (Math.abs(away) === 1) {
      const seen = asShown(instant, text)
      if (seen.length > 'YYYY-MM-DD'.length || (isSaid && seen !== '')) return seen
    }
  }
  if (!isSaid) return iso
  const offset = stamps.map(offsetOf).find((one) => one !== undefined && one !== 0)
  if (offset !== undefined) return atOffset(instant, offset)
  const zone = zoneOf(lang, url)
  return zone === '' ? iso : atOffset(instant, offsetIn(zone, instant))
}

/** The instant as the page shows it: with the offset that its time of day implies, else the day alone; empty when no zone is that far. */
function asShown(instant: number, text: string): string {
  const time = /T(\d\d:\d\d):\d\d$/.exec(text)?.[1]
  if (time !== undefined) {
    const minutes = (Date.parse(`${text.slice(0, 10)}T${time}:00Z`) - instant) / MINUTE_MS
    const offset = Math.round(minutes / QUARTER_MINUTES) * QUARTER_MINUTES
    // Another time of day is that of something else: of the first answer to a post, of a change.
    if (Math.abs(offset - minutes) > 2) return ''
    if (isOffset(offset)) return atOffset(instant, offset)
  }
  const from = (Date.parse(text.slice(0, 10)) - instant) / MINUTE_MS
  const isReachable = from + DAY_MINUTES > OFFSET_MIN_MINUTES && from <= OFFSET_MAX_MINUTES
  return isReachable ? text.slice(0, 10) : ''
}

function isOffset(minutes: number): boolean {
  return minutes >= OFFSET_MIN_MINUTES && minutes <= OFFSET_MAX_MINUTES
}

function hasOffset(iso: string): boolean {
  const offset = offsetOf(iso)
  return offset !== undefined && offset !== 0
}

function offsetOf(iso: string): number | undefined {
  const match = /([+-])(\d\d):(\d\d)$/.exec(iso)
  if (match === null) return undefined
  const size = 60 * Number(match[2]) + Number(match[3])
  return match[1] === '+' ? size : -size
}

function atOffset(instant: number, minutes: number): string {
  const local = new Date(instant + minutes * MINUTE_MS).toISOString().replace('.000Z', 'Z')
  return local.slice(0, -1) + isoOffset(minutes)
}

function zoneOf(lang: string, url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  const byHost = ZONE_OF_HOST[host.slice(host.lastIndexOf('.') + 1)]
  return byHost ?? ZONE_OF_LANGUAGE[lang.slice(0, 2).toLowerCase()] ?? ''
}

function offsetIn(zone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')
  return offsetOf((parts?.value ?? '').replace('GMT', '')) ?? 0
}
