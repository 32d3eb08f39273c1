import { offsetMinutes, ZONE_MINUTES } from '../lib/zones.ts'

/** The letters of RFC 822, 5.1: A to M without J lie west, N to Y east, Z is Greenwich. */
function ofLetter(letter: string): number {
  const west = 'abcdefghiklm'.indexOf(letter)
  return west === -1 ? 60 * ('nopqrstuvwxy'.indexOf(letter) + 1) : -60 * (west + 1)
}

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
    const [{ length }, sign, hours, minutes] = offset
    return { offsetMinutes: offsetMinutes(sign, hours, minutes) ?? 0, length }
  }
  const [{ length } = '', written = ''] = NAME.exec(text) ?? []
  const name = written.toLowerCase()
  return { offsetMinutes: ZONE_MINUTES[name] ?? (name.length === 1 ? ofLetter(name) : 0), length }
}
