import { findFault, refusalOf, singleValue, tooDeep, withoutMark } from './json-fault.ts'
import { FillBudget, type TextTable } from './table.ts'

/** A value as `JSON.parse` gives it. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json }
type Fields = Readonly<Record<string, Json>>

/** Objects inside objects that become columns `a.b`; what is deeper is JSON in its cell. */
const FLATTEN_MAX_DEPTH = 16
/** The column of what has no name. */
const VALUE_NAME = 'value'

/**
 * Reads JSON as a table: an array of objects (nested ones become columns `a.b`, arrays JSON), one object,
 * an array of arrays, an array of values, or JSON lines. Columns stand in the order in which they first
 * occur. Throws `invalid_input` for anything else and `too_large` for a table that is mostly empty.
 */
export function readJsonTable(text: string): TextTable {
  return tableOf(parse(withoutMark(text)))
}

/** The table of a JSON value, as `readJsonTable` makes it. */
export function tableOf(value: Json): TextTable {
  if (!isArray(value)) {
    if (isFields(value)) return flattenAll([value])
    throw singleValue()
  }
  if (value.length > 0 && value.every(isArray)) {
    return { header: undefined, rows: value.map((row) => row.map(cellText)) }
  }
  return flattenAll(value)
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    try {
      if (lines.length > 1) return lines.map((line) => JSON.parse(line) as Json)
    } catch {
      // No JSON lines either: the position of the first fault is reported.
    }
    throw refusalOf(findFault(text) ?? { position: 0, isTooDeep: true })
  }
}

function flattenAll(records: readonly Json[]): TextTable {
  const names = commonNames(records)
  if (names) return { header: names, rows: plainRows(records as readonly Fields[]) }
  const columns = new Columns()
  const budget = new FillBudget()
  const rows = records.map((record) => {
    const row = columns.row(isFields(record) ? record : { [VALUE_NAME]: record })
    budget.spend(row.empty)
    return row.cells
  })
  for (const row of rows) budget.spend(columns.names.length - row.length)
  return { header: columns.names, rows }
}

/** The names of records that are flat and have them all in one order, as most tables do. */
function commonNames(records: readonly Json[]): string[] | undefined {
  const first = records[0]
  if (first === undefined || !isFields(first)) return undefined
  const names = Object.keys(first)
  return names.length > 0 && records.every((record) => isPlain(record, names)) ? names : undefined
}

/** Whether a record is flat and has these names in this order. `for … in` is the fastest way to look. */
function isPlain(record: Json, names: readonly string[]): boolean {
  if (!isFields(record)) return false
  let count = 0
  for (const name in record) {
    const value = record[name]
    if (name !== names[count] || (typeof value === 'object' && value !== null)) return false
    count += 1
  }
  return count === names.length
}

function* plainRows(records: readonly Fields[]): Iterable<string[]> {
  for (const record of records) {
    const cells: string[] = []
    for (const name in record) cells.push(cellText(record[name] ?? null))
    yield cells
  }
}

/** The columns of a table while its rows are read. */
class Columns {
  readonly names: string[] = []
  readonly #places = new Map<string, number>()

  /** The cells of a record, and how many of them are empty because it lacks them. */
  row(record: Fields): { cells: string[]; empty: number } {
    const cells: string[] = []
    const filled = this.#add(record, '', 0, cells, 0)
    const empty = cells.length - filled
    if (empty > 0) for (let at = 0; at < cells.length; at += 1) cells[at] ??= ''
    return { cells, empty }
  }

  /** Adds the fields of an object; the depth of recursion is bounded. Returns how many cells are filled. */
  #add(record: Fields, prefix: string, depth: number, cells: string[], before: number): number {
    let filled = before
    for (const name in record) {
      if (!Object.hasOwn(record, name)) continue
      const value = record[name] ?? null
      const path = prefix + name
      if (isFields(value) && depth < FLATTEN_MAX_DEPTH && hasFields(value)) {
        filled = this.#add(value, `${path}.`, depth + 1, cells, filled)
        continue
      }
      cells[this.#place(path, filled, cells)] = cellText(value)
      filled += 1
    }
    return filled
  }

  /** The column of a path; a guess spares most look-ups, since rows are usually alike. */
  #place(path: string, guess: number, cells: readonly string[]): number {
    if (this.names[guess] === path && cells[guess] === undefined) return guess
    let name = path
    for (let count = 2; ; count += 1) {
      const place = this.#places.get(name)
      if (place === undefined) {
        this.#places.set(name, this.names.length)
        return this.names.push(name) - 1
      }
      // `{"a.b": 1, "a": {"b": 2}}` has one path for two values.
      if (cells[place] === undefined) return place
      name = `${path}_${count}`
    }
  }
}

function cellText(value: Json): string {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (typeof value !== 'object') return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    throw tooDeep()
  }
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function isFields(value: Json): value is Fields {
  return typeof value === 'object' && value !== null && !isArray(value)
}

function hasFields(value: Fields): boolean {
  for (const name in value) if (Object.hasOwn(value, name)) return true
  return false
}
