import { isRecord } from '../../../lib/is-record.ts'
import type { ExportRow } from '../rows.ts'

/** Largest id that is taken as one: anchors beyond it mean "newest". */
const ID_MAX = 1e12

/** Times outside of the years 1970 to 2286 are none. */
const TIME_MAX_SECONDS = 1e10

/** The id in a field; undefined for anything else. */
export function idIn(row: ExportRow, name: string): number | undefined {
  const value = row[name]
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= ID_MAX
    ? value
    : undefined
}

/** The integer in a field, or what stands for it. */
export function intIn(row: ExportRow, name: string, fallback = 0): number {
  const value = row[name]
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : fallback
}

/** The text in a field, without the character that databases refuse. */
export function textIn(row: ExportRow, name: string): string {
  const value = row[name]
  return typeof value === 'string' ? value.replaceAll('\0', '') : ''
}

/** The text in a field, as far as it may be none. */
export function textOrNull(row: ExportRow, name: string): string | null {
  return typeof row[name] === 'string' ? textIn(row, name) : null
}

/** Whether a field is set. */
export function flagIn(row: ExportRow, name: string): 0 | 1 {
  return row[name] === true || row[name] === 1 ? 1 : 0
}

/** A flag that may be unset. */
export function flagOrNull(row: ExportRow, name: string): 0 | 1 | null {
  return typeof row[name] === 'boolean' ? flagIn(row, name) : null
}

/** The time in a field, in milliseconds. */
export function msIn(row: ExportRow, name: string): number | undefined {
  const value = row[name]
  const isTime = typeof value === 'number' && value >= 0 && value <= TIME_MAX_SECONDS
  return isTime ? Math.round(value * 1_000) : undefined
}

/** The rows in a list; nothing for anything else. */
export function rowsIn(value: unknown): ExportRow[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
