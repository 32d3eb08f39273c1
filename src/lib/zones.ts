import { MINUTE_MS } from './durations.ts'

/** Minutes east of Greenwich of the names of time zones, lower case: RFC 5322, 4.3 and the abbreviations of news sites. */
export const ZONE_MINUTES: Readonly<Record<string, number>> = {
  acdt: 630,
  acst: 570,
  adt: -180,
  aedt: 660,
  aest: 600,
  akdt: -480,
  akst: -540,
  ast: -240,
  at: -240,
  awst: 480,
  bst: 60,
  cat: 120,
  cdt: -300,
  cest: 120,
  cet: 60,
  cst: -360,
  ct: -360,
  eat: 180,
  edt: -240,
  eest: 180,
  eet: 120,
  est: -300,
  et: -300,
  gmt: 0,
  hkt: 480,
  hst: -600,
  idt: 180,
  ist: 330,
  jst: 540,
  kst: 540,
  mdt: -360,
  mest: 120,
  mesz: 120,
  met: 60,
  mez: 60,
  msd: 240,
  msk: 180,
  mst: -420,
  mt: -420,
  ndt: -150,
  nst: -210,
  nzdt: 780,
  nzst: 720,
  pdt: -420,
  pkt: 300,
  pst: -480,
  pt: -480,
  sast: 120,
  sgt: 480,
  ut: 0,
  utc: 0,
  wat: 60,
  west: 60,
  wet: 0,
  wib: 420,
}

const OFFSET_MAX_MINUTES = 14 * 60

/** Minutes east of Greenwich of a written offset, such as `+`, `05`, `30`; undefined where no zone is that far off. */
export function offsetMinutes(
  sign: string | undefined,
  hours: string | undefined,
  minutes = '0',
): number | undefined {
  const size = 60 * Number(hours) + Number(minutes)
  if (size > OFFSET_MAX_MINUTES || Number(minutes) > 59) return undefined
  return sign === '+' ? size : -size
}

const formats = new Map<string, Intl.DateTimeFormat>()
const FORMATS_MAX_COUNT = 500

/** Minutes east of Greenwich of a place of the tz database, as `Europe/Berlin`, at a time by its clocks; undefined for no such place. */
export function offsetAt(place: string, localMs: number): number | undefined {
  const first = offsetAtUtc(place, localMs)
  return first === undefined ? undefined : offsetAtUtc(place, localMs - first * MINUTE_MS)
}

function offsetAtUtc(place: string, utcMs: number): number | undefined {
  try {
    const format =
      formats.get(place) ??
      new Intl.DateTimeFormat('en-US', {
        timeZone: place,
        timeZoneName: 'longOffset',
        year: 'numeric',
      })
    if (formats.size >= FORMATS_MAX_COUNT) formats.clear()
    formats.set(place, format)
    const written = format.formatToParts(utcMs).find(({ type }) => type === 'timeZoneName')?.value
    const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{1,2}):?(\d{2})?)?/.exec(written ?? '') ?? []
    return sign === undefined ? 0 : offsetMinutes(sign, hours, minutes)
  } catch {
    return undefined
  }
}
