import { makeLine } from '../lines/lines.ts'
import type { Line, Rule, Span } from '../model.ts'
import { filledOf, type FittedBand } from './bands.ts'
import { holdsList } from './cell-lists.ts'
import { groupsBetween } from './rule-groups.ts'

/** Share of the steps between rows that rules part, where rules make the rows. */
const RULED_SHARE = 0.8
/** Lines of one cell beyond which rules part groups of rows. */
const RULED_ROW_MAX_BANDS = 12
/** Space between rows over that between the lines of a cell, from which on it tells the rows. */
const ROW_STEP = 1.06
/** How far the left edges of one column may differ, in points, and the share of its lines that agree. */
const ALIGNED_PT = 2
const ALIGNED_SHARE = 0.7
/** Space between two lines of one cell, over the usual. */
const LEADING_SHARE = 1.3
/** How far baselines of one height may differ, in parts of the type size. */
const ALIGNED_LINES = 0.3
/** Rows that show that their cells stand at their foot, and how much nearer to the row below lines are there, in points. */
const FOOT_MIN_LINES = 2
const FOOT_PT = 0.15
/** Height of a line above and below its baseline, in parts of its size. */
const ASCENT = 0.72
const DESCENT = 0.18

/** How much further apart than others rows of one table may be. */
const EVEN_STEP = 1.3
/** What a line ends with that parts a word or a date. */
const CUT = /[\p{L}\p{N}][-‐]$/u

/** A row of a table without borders: what stands in each column, and how high it is. */
export interface AlignedRow {
  cells: Line[][]
  top: number
  bottom: number
}

/**
 * Puts bands together that are one row: those between rules, else cells whose lines stand nearer to each other than rows do, else
 * lines that go on with the text of a column alone.
 */
export function alignedRows(bands: readonly FittedBand[], rules: readonly Rule[]): AlignedRow[] {
  const groups = groupsBetween(bands, rules)
  // The end of a page parts rows and lines of one cell alike.
  const pages = new Set(bands.map(({ page }) => page)).size
  const isRuled =
    groups.length > 2 &&
    groups.length - pages >= stepsOf(bands).length * RULED_SHARE &&
    groups.every((group) => group.length <= RULED_ROW_MAX_BANDS)
  const ruled = isRuled ? groups.map((group) => rowOf(group)) : []
  // Rules may part groups of rows.
  return isRuled && !ruled.some(({ cells }) => holdsList(cells))
    ? ruled
    : rowsWithoutRules(groups, bands)
}

/** Rows that a page break cuts in two are one: the rest has text in few columns. The head may be repeated between. */
export function withCutRows(rows: readonly AlignedRow[]): AlignedRow[] {
  const kept: AlignedRow[] = []
  const head = rowText(rows[0]?.cells)
  let last: AlignedRow | undefined
  for (const row of rows) {
    const isCut = last && pageOf(last) !== pageOf(row) && isRestOf(row.cells, last.cells)
    if (last && isCut)
      for (const [column, lines] of row.cells.entries()) last.cells[column]?.push(...lines)
    else kept.push(row)
    if (!isCut && (last === undefined || rowText(row.cells) !== head)) last = row
  }
  return kept
}

/** The text of a row, its cells apart. */
export function rowText(cells: readonly Line[][] = [], separator = '|'): string {
  return cells.map((lines) => lines.map(({ text }) => text).join(' ')).join(separator)
}

function pageOf({ cells }: AlignedRow): number | undefined {
  return cells.find((cell) => cell.length > 0)?.at(-1)?.page
}

/** Whether cells go on with the text of those above; the first column begins a row, unless a word or date in it was cut. */
function isRestOf(cells: readonly Line[][], above: readonly Line[][]): boolean {
  const own = [...cells.keys()].filter((column) => (cells[column]?.length ?? 0) > 0)
  if (own.length * 2 > cells.length) return false
  return own.every((column) => {
    if (CUT.test(above[column]?.at(-1)?.text ?? '')) return true
    const isOpen = (above[column]?.length ?? 0) === 0 && own.length === 1
    return column > 0 && (isOpen || /^\p{Ll}/u.test(cells[column]?.[0]?.text ?? ''))
  })
}

/** Bands of which most columns have text: where rows without rules stand. */
function stepsOf(bands: readonly FittedBand[]): number[] {
  const anchors = anchorsOf(bands)
  return anchors.slice(1).flatMap((anchor, index) => {
    const before = anchors[index]
    if (before?.page !== anchor.page) return []
    const steps = anchor.cells.flatMap((cell, column) => stepBetween(before.cells[column], cell))
    return [steps[0] ?? anchor.y - before.y]
  })
}

function baselineOf(spans: readonly Span[]): number {
  return Math.max(...spans.map(({ y }) => y))
}

/** How far a text stands below another; none where they begin in two fonts, which stand higher or lower in their cells. */
function stepBetween(above: readonly Span[] = [], cell: readonly Span[]): [] | [number] {
  const [first] = above
  const [other] = cell
  const isOneFont = first !== undefined && first.mono === other?.mono && first.size === other.size
  return isOneFont ? [baselineOf(cell) - baselineOf(above)] : []
}

function anchorsOf(bands: readonly FittedBand[]): FittedBand[] {
  const width = bands[0]?.cells.length ?? 0
  return bands.filter((band) => filledOf(band) >= Math.max(2, Math.ceil(width / 2)))
}

function rowOf(bands: readonly FittedBand[]): AlignedRow {
  const [first] = bands
  const cells = (first?.cells ?? []).map((_, column) =>
    bands.flatMap(({ page, cells: own }) => {
      const spans = own[column] ?? []
      return spans.length > 0 ? [makeLine(page, spans)] : []
    }),
  )
  return {
    cells,
    top: Math.min(...bands.map(({ y, size }) => y - size * ASCENT)),
    bottom: Math.max(...bands.map(({ y, size }) => y + size * DESCENT)),
  }
}

function rowsWithoutRules(
  groups: readonly FittedBand[][],
  all: readonly FittedBand[],
): AlignedRow[] {
  const step = Math.min(...stepsOf(all), Number.POSITIVE_INFINITY)
  const distances = distancesOf(all)
  const leading = Math.min(...distances)
  const wider = Math.min(...[...distances, step].filter((one) => one > leading * ROW_STEP))
  const isStepped = Number.isFinite(step) && step > leading * ROW_STEP
  const stepped = groups.map((group) =>
    Number.isFinite(wider) ? rowsByStep(group, (leading + wider) / 2) : undefined,
  )
  // All pages have their rows in one way.
  const isLikely = stepped.every((rows) =>
    rows?.every(({ cells }) => !holdsList(cells) && (isStepped || !isBlock(cells))),
  )
  if (isLikely) return stepped.flatMap((rows) => rows ?? [])
  return groups.every(standsAtFoot)
    ? groups.flatMap(rowsByFoot)
    : groups.flatMap((group) => rowsByBand(group, leading, all))
}

/** Whether the cells of rows stand at their foot: lines of one cell alone are nearer to the row below than to that above. */
function standsAtFoot(bands: readonly FittedBand[]): boolean {
  if (isUpper(bands.at(-1))) return false
  const nearer = bands.flatMap((band, at) => {
    const [before, next] = [bands[at - 1], bands[at + 1]]
    if (!before || !next || !isUpper(band) || isUpper(before)) return []
    const column = band.cells.findIndex((cell) => cell.length > 0)
    const cell = band.cells[column] ?? []
    const [above] = stepBetween(before.cells[column], cell)
    const [below] = stepBetween(cell, next.cells[column] ?? [])
    return above === undefined || below === undefined ? [] : [above - below]
  })
  const isClear = nearer.filter((by) => by > FOOT_PT).length >= FOOT_MIN_LINES
  return isClear && nearer.every((by) => by > -FOOT_PT * 2)
}

function isUpper(band: FittedBand | undefined): boolean {
  return (
    band !== undefined && band.cells[0]?.length === 0 && filledOf(band) * 2 <= band.cells.length
  )
}

function rowsByFoot(bands: readonly FittedBand[]): AlignedRow[] {
  const rows: FittedBand[][] = [[]]
  for (const band of bands) {
    rows.at(-1)?.push(band)
    if (!isUpper(band)) rows.push([])
  }
  return rows.filter((row) => row.length > 0).map((row) => rowOf(row))
}

/** Whether all cells of a row have several lines beside each other: rows with more space after some of them. */
function isBlock(cells: readonly Line[][]): boolean {
  const [first, ...others] = cells.filter((lines) => lines.length > 0)
  if (!first || first.length < 2 || others.length === 0) return false
  return others.every(
    (lines) =>
      lines.length === first.length &&
      lines.every(
        ({ y, size }, index) => Math.abs(y - (first[index]?.y ?? y)) < size * ALIGNED_LINES,
      ),
  )
}

/** The distances of lines that follow each other in one column. */
function distancesOf(bands: readonly FittedBand[]): number[] {
  const steps: number[] = []
  const last = new Map<number, readonly Span[]>()
  let lastPage: number | undefined
  for (const { page, cells } of bands) {
    if (page !== lastPage) last.clear()
    lastPage = page
    for (const [column, cell] of cells.entries()) {
      if (cell.length === 0) continue
      steps.push(...stepBetween(last.get(column), cell))
      last.set(column, cell)
    }
  }
  return steps
}

/**
 * Cells are lines of one column that are near each other; those beside each other are a row, wherever in its height they stand.
 * Undefined where a row would have two cells of one column: rows are not further apart than lines.
 */
function rowsByStep(bands: readonly FittedBand[], most: number): AlignedRow[] | undefined {
  const width = bands[0]?.cells.length ?? 0
  const cells = Array.from({ length: width }, (_, column) => cellsOf(bands, column, most)).flat()
  const rows: AlignedRow[] = []
  for (const { column, lines, top, bottom } of cells.toSorted((a, b) => a.top - b.top)) {
    const row = rows.at(-1)
    if (row && top < row.bottom) {
      if (row.cells[column]?.length) return undefined
      row.cells[column] = lines
      row.bottom = Math.max(row.bottom, bottom)
    } else {
      const own = Array.from({ length: width }, (_, index) => (index === column ? lines : []))
      rows.push({ cells: own, top, bottom })
    }
  }
  return rows
}

function cellsOf(bands: readonly FittedBand[], column: number, most: number) {
  const cells: { column: number; lines: Line[]; top: number; bottom: number; y: number }[] = []
  for (const [index, band] of bands.entries()) {
    const spans = band.cells[column] ?? []
    if (spans.length === 0) continue
    const { page, size } = band
    const y = baselineOf(spans)
    const line = makeLine(page, spans)
    const cell = cells.at(-1)
    const bottom = y + size * DESCENT
    if (cell && y - cell.y < most && !isName(bands[index - 1], band)) {
      cell.lines.push(line)
      cell.bottom = bottom
      cell.y = y
    } else cells.push({ column, lines: [line], top: y - size * ASCENT, bottom, y })
  }
  return cells
}

/** Whether a band is the name of the rows below it: bold and alone, above a row whose first cell is not. */
function isName(band: FittedBand | undefined, below: FittedBand): boolean {
  const [first] = below.cells[0] ?? []
  return (
    band !== undefined &&
    first?.bold === false &&
    filledOf(band) === 1 &&
    band.spans.every(({ bold }) => bold)
  )
}

/** Each band is a row, but for those that go on with a text of the row above alone. */
function rowsByBand(
  bands: readonly FittedBand[],
  leading: number,
  all: readonly FittedBand[],
): AlignedRow[] {
  const rows: FittedBand[][] = []
  for (const [index, band] of bands.entries()) {
    const before = bands[index - 1]
    if (before?.page === band.page && goesOn(band, before, leading, all)) rows.at(-1)?.push(band)
    else rows.push([band])
  }
  return rows.map((row) => rowOf(row))
}

function goesOn(
  band: FittedBand,
  before: FittedBand,
  leading: number,
  bands: readonly FittedBand[],
): boolean {
  if (band.isCrossing || filledOf(band) * 2 > band.cells.length) return false
  const columns = [...band.cells.keys()].filter((column) => (band.cells[column]?.length ?? 0) > 0)
  if (columns.includes(0) && columns.length > 1) return false
  return columns.every((column) => {
    const spans = band.cells[column] ?? []
    const above = before.cells[column] ?? []
    const [first] = spans
    if (!first || above.length === 0 || !isLeftAligned(bands, column)) return false
    // The name of the rows below is bold.
    if (first.bold && !above.at(-1)?.bold) return false
    if (baselineOf(spans) - baselineOf(above) >= leading * LEADING_SHARE) return false
    if (CUT.test(above.at(-1)?.text ?? '')) return true
    if (!/\p{L}/u.test(first.text)) return false
    // Small letters go on where the entries of the column begin with others.
    if (/^\p{Ll}/u.test(first.text) && beginsWithCapitals(bands, column)) return true
    // Names below each other are rows with nothing beside them.
    if (column === 0 || !hasWords(bands, column)) return false
    return isFull(above, first, columnRight(bands, column))
  })
}

/** Whether most rows have something else than a small letter at the start of a column. */
function beginsWithCapitals(bands: readonly FittedBand[], column: number): boolean {
  const starts = anchorsOf(bands).flatMap(({ cells }) => cells[column]?.[0]?.text ?? [])
  return starts.filter((text) => /^\p{Ll}/u.test(text)).length * 4 < starts.length
}

/** Whether most texts of a column, its head aside, have several words, and so may be broken into lines. */
function hasWords(bands: readonly FittedBand[], column: number): boolean {
  const cells = bands
    .slice(1)
    .flatMap(({ cells: own }) => (own[column]?.length ? [own[column]] : []))
  const wordy = cells.filter((spans) => spans.length > 1 || /\S\s\S/.test(spans[0]?.text ?? ''))
  return wordy.length * 2 >= cells.length
}

function isLeftAligned(bands: readonly FittedBand[], column: number): boolean {
  const starts = bands.flatMap(({ cells }) => cells[column]?.[0]?.x ?? [])
  const least = Math.min(...starts)
  return starts.filter((x) => x - least < ALIGNED_PT).length >= starts.length * ALIGNED_SHARE
}

function columnRight(bands: readonly FittedBand[], column: number): number {
  return Math.max(...bands.flatMap(({ cells }) => (cells[column] ?? []).map(({ right }) => right)))
}

/** Whether the first word of the next line had no room behind the line above. */
function isFull(above: readonly Span[], first: Span, right: number): boolean {
  const word = /^\S+/.exec(first.text)?.[0].length ?? 0
  const chars = (first.right - first.x) / Math.max(1, first.text.length)
  return (
    right - Math.max(...above.map((span) => span.right)) < (word + 1) * chars + first.size * 0.3
  )
}

/**
 * Two rows of one cell each, one after the other, are text again; so is one at the end that no rule closes. Where they keep the steps
 * of the rows and stand in a column of theirs, and rows with more cells follow or stand between such rows, the others are blank.
 */
export function withoutTail(
  rows: readonly AlignedRow[],
  bands: readonly FittedBand[],
  rules: readonly Rule[],
): AlignedRow[] {
  const isSingle = (row: AlignedRow | undefined): boolean =>
    row !== undefined && row.cells.filter((cell) => cell.length > 0).length < 2
  const isClosed = (row: AlignedRow): boolean =>
    rules.some(({ y }) => y > row.bottom - 4 && y < row.bottom + 10) &&
    bands.some(({ y }) => y < row.top)
  const step = Math.min(...rows.slice(1).map((row, index) => stepTo(rows[index], row)))
  const isInStep = (row: AlignedRow, index: number): boolean =>
    index > 0 && stepTo(rows[index - 1], row) < step * EVEN_STEP && isInColumn(row, rows)
  const lastWide = rows.findLastIndex((row) => !isSingle(row))
  const hasBlanks = rows
    .slice(0, lastWide)
    .some((row, index) => isSingle(row) && isInStep(row, index))
  const end = rows.findIndex(
    (row, index) =>
      isSingle(row) &&
      isSingle(rows[index + 1]) &&
      !isClosed(row) &&
      !(index < lastWide && isInStep(row, index)),
  )
  const kept = end === -1 ? [...rows] : rows.slice(0, end)
  for (let last = kept.at(-1); last && isSingle(last) && !isClosed(last); last = kept.at(-1)) {
    if (hasBlanks && kept.length === lastWide + 2 && isInStep(last, lastWide + 1)) break
    kept.pop()
  }
  return kept
}

function stepTo(before: AlignedRow | undefined, row: AlignedRow): number {
  const isSamePage = before !== undefined && pageOf(before) === pageOf(row)
  return isSamePage ? row.top - before.top : Number.POSITIVE_INFINITY
}

/** Whether the only cell of a row is no wider than the others of its column. */
function isInColumn(row: AlignedRow, rows: readonly AlignedRow[]): boolean {
  const column = row.cells.findIndex((cell) => cell.length > 0)
  const right = Math.max(...(row.cells[column] ?? []).map((line) => line.right))
  return rows.some(
    (other) =>
      other !== row &&
      other.cells.some((cell, at) => at > column && cell.some(({ x }) => x > right)),
  )
}
