/** Minutes east of Greenwich of the zone names that feeds use: RFC 5322, 4.3 and the abbreviations of news sites. */
const NAMED: Readonly<Record<string, number>> = {
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

/** The letters of RFC 822, 5.1: A to M without J lie west, N to Y east, Z is Greenwich. */
function ofLetter(letter: string): number {
  const west = 'abcdefghiklm'.indexOf(letter)
  return west === -1 ? 60 * ('nopqrstuvwxy'.indexOf(letter) + 1) : -60 * (west + 1)
}

const OFFSET_MAX_MINUTES = 14 * 60
const OFFSET = /^\s?\(?(?:gmt|utc?|z)?\)?\s?([+\-−])(\d{1,2})[:\s]?(\d{2})?(?!\d)/i
const NAME = /^\s?\(?(\p{L}{1,5})(?![\p{L}])/u

/** A zone at the beginning of a text: its offset, and how long its text is. */
export interface Zone {
  offsetMinutes: number
  length: number
}

/** The zone that a text begins with. No zone, an unknown and an impossible one all count as UTC. */
export function zoneAt(text: string): Zone {
  const offset = OFFSET.exec(text)
  if (offset) {
    const [{ length }, sign, hours, minutes = '0'] = offset
    const size = 60 * Number(hours) + Number(minutes)
    const isPossible = size <= OFFSET_MAX_MINUTES && Number(minutes) < 60
    return { offsetMinutes: isPossible ? (sign === '+' ? size : -size) : 0, length }
  }
  const [{ length } = '', written = ''] = NAME.exec(text) ?? []
  const name = written.toLowerCase()
  return { offsetMinutes: NAMED[name] ?? (name.length === 1 ? ofLetter(name) : 0), length }
}
