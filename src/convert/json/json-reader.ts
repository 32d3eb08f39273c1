import { Notes } from '../notes.ts'
import { FillBudget, type TextTable } from '../table.ts'
import { innerRows } from './inner-rows.ts'
import { faultOf, refusalOf, singleValue, withoutMark } from './json-fault.ts'
import { parseJson, parseRecords } from './json-parser.ts'
import { isArray, type Json, JsonNumber, JsonObject, jsonText } from './json-values.ts'
import { NameTree } from './name-tree.ts'

/** Objects inside objects that become columns `a.b`; what is deeper is JSON in its cell. */
const FLATTEN_MAX_DEPTH = 16
/** The column of what has no name. */
const VALUE_NAME = 'value'

/**
 * Reads JSON as a table: an array of objects (nested ones become columns `a.b`, arrays JSON), one object,
 * an array of arrays, an array of values, or JSON lines; of an object that holds one array of objects, the
 * rows of that. Columns stand in the order in which they first occur, numbers keep their digits. Throws
 * `invalid_input` for anything else and `too_large` for a table that is mostly empty.
 */
export function readJsonTable(
  text: string,
  { lines, notes }: { lines?: boolean | undefined; notes?: Notes } = {},
): TextTable {
  const nested = lines === true ? undefined : nestedTable(text, notes)
  return nested ?? tableOf(readJson(text, lines), notes)
}

/** The table of an array whose first element is an object with others in it; undefined for any other text. */
function nestedTable(text: string, notes: Notes | undefined): TextTable | undefined {
  const own = new Notes()
  const records = new Records(own)
  if (!parseRecords(withoutMark(text), (record) => records.add(record))) return undefined
  const nulls = own.counted('null')
  if (nulls > 0) notes?.count('null', nulls)
  return records.end()
}

/**
 * Reads JSON, or JSON lines as an array. With `lines` each line is a value, without it the text is one; undefined:
 * lines, where the text is not one value. Throws `invalid_input`.
 */
export function readJson(text: string, lines?: boolean): Json {
  const whole = withoutMark(text)
  const value = lines === true ? undefined : parseJson(whole)
  if (value !== undefined) return value
  const read = lines === false ? undefined : readLines(whole, lines === true)
  if (read) return read
  throw refusalOf(faultOf(whole, lines) ?? { position: 0, isTooDeep: false })
}

/** The table of a JSON value, as `readJsonTable` makes it. */
function tableOf(value: Json, notes?: Notes): TextTable {
  if (value instanceof JsonObject) {
    const inner = innerRows(value, notes)
    return inner ? tableOf(inner, notes) : flattenAll([value], notes)
  }
  if (!isArray(value)) throw singleValue()
  if (value.length > 0 && value.every(isArray)) {
    return { header: undefined, rows: value.map((row) => row.map((cell) => cellText(cell, notes))) }
  }
  return flattenAll(value, notes)
}

/** The values of the lines that are not blank; undefined where one is no JSON, or fewer than two make no lines. */
function readLines(text: string, evenOne: boolean): Json[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < (evenOne ? 1 : 2)) return undefined
  const names = new NameTree()
  const values: Json[] = []
  for (const line of lines) {
    const value = parseJson(line, names)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

function flattenAll(records: readonly Json[], notes: Notes | undefined): TextTable {
  const names = commonNames(records)
  if (names) {
    return { header: names, rows: plainRows(records as readonly JsonObject[], notes) }
  }
  const all = new Records(notes)
  for (const record of records) all.add(record)
  return all.end()
}

/** Records that become rows one by one, whatever they hold. */
class Records {
  readonly #columns: Columns
  readonly #budget = new FillBudget()
  readonly #rows: string[][] = []

  constructor(notes: Notes | undefined) {
    this.#columns = new Columns(notes)
  }

  /** Adds a record; throws `too_large` where the table has become mostly empty. */
  add(record: Json): void {
    const { cells, empty } = this.#columns.row(
      record instanceof JsonObject ? record : new JsonObject([VALUE_NAME], [record]),
    )
    this.#budget.spend(empty)
    this.#rows.push(cells)
  }

  end(): TextTable {
    const { names } = this.#columns
    for (const row of this.#rows) this.#budget.spend(names.length - row.length)
    return { header: names, rows: this.#rows }
  }
}

/** The names of records that are flat and have them all in one order, as most tables do. */
function commonNames(records: readonly Json[]): readonly string[] | undefined {
  const first = records[0]
  if (!(first instanceof JsonObject) || first.names.length === 0) return undefined
  const isPlain = (record: Json): boolean =>
    record instanceof JsonObject && record.holds !== 'any' && record.names === first.names
  return records.every(isPlain) ? first.names : undefined
}

function* plainRows(records: readonly JsonObject[], notes?: Notes): Iterable<readonly string[]> {
  for (const { values, holds } of records) {
    if (holds === 'strings') yield values as readonly string[]
    else yield values.map((value) => cellText(value, notes))
  }
}

/** Shapes of objects whose paths are kept. */
const SHAPES_MAX_COUNT = 1_000

/** Where objects stand in others: the paths of the fields of each shape that was seen there. */
class Level {
  readonly prefix: string
  readonly #paths = new Map<readonly string[], readonly string[]>()
  readonly #inner = new Map<string, Level>()

  constructor(prefix: string) {
    this.prefix = prefix
  }

  /** The paths of fields: the same texts each time, which are compared at once. */
  paths(names: readonly string[]): readonly string[] {
    const known = this.#paths.get(names)
    if (known) return known
    const paths = names.map((name) => this.prefix + name)
    if (this.#paths.size < SHAPES_MAX_COUNT) this.#paths.set(names, paths)
    return paths
  }

  /** The level of the objects at a path. */
  inner(path: string): Level {
    const known = this.#inner.get(path)
    if (known) return known
    const level = new Level(`${path}.`)
    if (this.#inner.size < SHAPES_MAX_COUNT) this.#inner.set(path, level)
    return level
  }
}

/** The columns of a table while its rows are read. */
class Columns {
  readonly names: string[] = []
  readonly #places = new Map<string, number>()
  readonly #top = new Level('')
  readonly #notes: Notes | undefined

  constructor(notes: Notes | undefined) {
    this.#notes = notes
  }

  /** The cells of a record, and how many of them are empty because it lacks them. */
  row(record: JsonObject): { cells: string[]; empty: number } {
    const cells: string[] = []
    const filled = this.#add(record, this.#top, 0, cells, 0)
    const empty = cells.length - filled
    if (empty > 0) for (let at = 0; at < cells.length; at += 1) cells[at] ??= ''
    return { cells, empty }
  }

  /** Adds the fields of an object; the depth of recursion is bounded. Returns how many cells are filled. */
  #add(
    { names, values }: JsonObject,
    level: Level,
    depth: number,
    cells: string[],
    before: number,
  ): number {
    let filled = before
    const paths = level.paths(names)
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] ?? null
      const path = paths[at] ?? ''
      if (value instanceof JsonObject && depth < FLATTEN_MAX_DEPTH && value.names.length > 0) {
        filled = this.#add(value, level.inner(path), depth + 1, cells, filled)
        continue
      }
      cells[this.#place(path, filled, cells)] = cellText(value, this.#notes)
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

function cellText(value: Json, notes: Notes | undefined): string {
  if (typeof value === 'string') return value
  if (value instanceof JsonNumber) return value.source
  if (value === null) {
    notes?.count('null')
    return ''
  }
  return typeof value === 'object' ? jsonText(value) : String(value)
}
