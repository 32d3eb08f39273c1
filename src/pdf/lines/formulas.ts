import type { Line, Rule, Span } from '../model.ts'
import type { Column } from './columns.ts'
import { joinSpans } from './lines.ts'
import { markerOf } from './markers.ts'

/** Lines of one formula, or of several below each other. */
const LINES_MAX_COUNT = 60
/** Words of other type that may stand in a formula, as in "x if x > 0", and their share of its characters. */
const WORDS_MAX_COUNT = 4
const WORDS_MAX_SHARE = 0.5
/** Gap between two cells of a table, in parts of the type size. */
const CELL_GAP = 3.5
/** Gap between the cells of narrow columns, and the rows in which they make a table. */
const NARROW_CELL_GAP = 1.1
const TABLE_MIN_ROWS = 3
/** How far its lines stand apart at most, and how far it stands from the text around it at least, in parts of the type size. */
const LINES_DISTANCE = 2.6
const APART = 0.9
/** How far in a formula without a number begins, in parts of the type size. */
const INSET = 0.9
/** Size of raised and lowered parts, in parts of the type size. */
const SMALLER = 0.85
const SHIFT = 0.08
/** How far below another a row begins, in parts of the type size. */
const ROW_DISTANCE = 1.25

const NUMBER = /^\((?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,3})*[a-z]?\)$/
const WORD = /\p{L}{3,}/gu
/** Words that formulas are made of. */
const OWN_WORDS = new Set(
  'otherwise for all and sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log exp lim sup inf max min arg det dim ker deg gcd mod Pr'.split(
    ' ',
  ),
)

/** Look-ups on the lines around a formula. */
export interface FormulaContext {
  columnOf(line: Line): Column
  isHeading(line: Line): boolean
}

/**
 * The formulas that stand apart from the text: lines in fonts of mathematics, further in than the text or with a number at its right
 * edge. Each is named by its first line, with the number of its lines.
 */
export function findFormulas(
  lines: readonly Line[],
  context: FormulaContext,
): ReadonlyMap<Line, number> {
  const found = new Map<Line, number>()
  if (!lines.some(isFormula)) return found
  for (let index = 0; index < lines.length;) {
    const group = groupFrom(lines, index, context)
    const first = group[0]
    const isTable = group.filter((line) => hasGap(line, NARROW_CELL_GAP)).length >= TABLE_MIN_ROWS
    const isFound = !isTable && first !== undefined && isApart(lines, index, group, context)
    if (isFound) found.set(first, group.length)
    index += isTable || isFound ? group.length : 1
  }
  return found
}

/** The lines from `index` on that may be one formula. */
function groupFrom(
  lines: readonly Line[],
  index: number,
  { columnOf, isHeading }: FormulaContext,
): Line[] {
  const first = lines[index] as Line
  if (isHeading(first) || !mayBelong(first) || markerOf(first.text)) return []
  const { left, right } = columnOf(first)
  const group = [first]
  while (group.length < LINES_MAX_COUNT) {
    const before = group.at(-1) as Line
    const line = lines[index + group.length]
    if (!line || line.page !== first.page || !mayBelong(line) || isHeading(line)) break
    // Large brackets begin far above their line, as columns do.
    if (line.x < left || line.x > right) break
    if (Math.abs(line.y - before.y) > sizeOf([before, line]) * LINES_DISTANCE) break
    group.push(line)
  }
  return group
}

/** Whether lines stand as formulas do: apart from those around them, and in the middle or with a number. */
function isApart(
  lines: readonly Line[],
  index: number,
  group: readonly Line[],
  { columnOf }: FormulaContext,
): boolean {
  if (!group.some(isFormula)) return false
  const column = columnOf(group[0] as Line)
  const size = sizeOf(group)
  // Roots and large brackets reach up to the lines around them.
  const texts = group.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  const isClear = (other: Line | undefined): boolean =>
    !other ||
    columnOf(other).id !== column.id ||
    texts.every((line) => Math.abs(line.y - other.y) > size * APART)
  if (!isClear(lines[index - 1]) || !isClear(lines[index + group.length])) return false
  const isNumbered = group.some((line) => {
    const last = line.spans.at(-1)
    return last && NUMBER.test(last.text) && column.right - last.right < size
  })
  return isNumbered || Math.min(...group.map(({ x }) => x)) - column.left > size * INSET
}

/** The rows of a formula: `^` and `_` stand before raised and lowered parts, `/` for the bar of a fraction. */
export function writeFormula(lines: readonly Line[], rules: readonly Rule[]): string[] {
  const size = sizeOf(lines)
  const rows: string[][] = []
  let last: Line | undefined
  let rowY = Number.NEGATIVE_INFINITY
  for (const line of lines) {
    const text = withScripts(line)
    const row = rows.at(-1)
    if (row && last && hasBarBetween(last, line, rules)) {
      row.push(`${inBrackets(row.pop() ?? '')} / ${inBrackets(text)}`)
    } else if (row && last && !beginsRow(line, last, { size, rowY })) row.push(text)
    else {
      rows.push([text])
      rowY = Number.NEGATIVE_INFINITY
    }
    if (rowY === Number.NEGATIVE_INFINITY && line.size > size * SMALLER) rowY = line.y
    last = line
  }
  return rows.map((row) => row.join(' '))
}

function beginsRow(
  line: Line,
  last: Line,
  { size, rowY }: { size: number; rowY: number },
): boolean {
  return line.size > size * SMALLER && line.x < last.right && line.y - rowY > size * ROW_DISTANCE
}

function hasBarBetween(upper: Line, lower: Line, rules: readonly Rule[]): boolean {
  if (lower.y <= upper.y || lower.x >= upper.right || upper.x >= lower.right) return false
  const slack = lower.size * 0.4
  return rules.some(
    ({ x, right, y }) =>
      y > upper.y &&
      y < lower.y - lower.size * 0.3 &&
      x < Math.min(upper.x, lower.x) + slack &&
      right > Math.max(upper.right, lower.right) - slack,
  )
}

function inBrackets(text: string): string {
  return text.includes(' ') ? `(${text})` : text
}

/** Whether a line has next to no words, and no gaps as between cells. */
function mayBelong(line: Line): boolean {
  if (line.table || !line.upright || line.mono) return false
  const words = line.spans
    .filter(({ math }) => !math)
    .flatMap(({ text }) => text.match(WORD) ?? [])
    .filter((word) => !OWN_WORDS.has(word))
  const chars = words.reduce((sum, { length }) => sum + length, 0)
  if (words.length > WORDS_MAX_COUNT || chars > line.text.length * WORDS_MAX_SHARE) return false
  return !hasGap(line, CELL_GAP)
}

/** Whether a gap parts the texts of a line, besides that before its number. */
function hasGap({ spans, size }: Line, least: number): boolean {
  return spans.some((span, index) => {
    const before = spans[index - 1]
    const isWide = before !== undefined && span.x - before.right > size * least
    return isWide && !(NUMBER.test(span.text) && index === spans.length - 1)
  })
}

function isFormula({ spans }: Line): boolean {
  return spans.some(({ math, text }) => math && /[\p{L}\p{N}]/u.test(text))
}

/** The text of a line with its raised and lowered parts marked. */
function withScripts({ spans }: Line): string {
  const size = Math.max(...spans.map((span) => span.size))
  const base = baselineOf(spans, size)
  let text = ''
  for (let at = 0; at < spans.length;) {
    const kind = scriptOf(spans[at] as Span, size, base)
    let end = at + 1
    while (end < spans.length && scriptOf(spans[end] as Span, size, base) === kind) end += 1
    const part = joinSpans(spans.slice(at, end))
    const gap = at > 0 && kind === '' ? joinSpans(spans.slice(at - 1, at + 1)).includes(' ') : false
    text += kind === '' ? (gap ? ' ' : '') + part : kind + (part.length > 1 ? `{${part}}` : part)
    at = end
  }
  return text
}

function scriptOf(span: Span, size: number, base: number): '' | '^' | '_' {
  if (span.script) return span.script === 'sup' ? '^' : '_'
  if (span.size > size * SMALLER || Math.abs(span.y - base) < size * SHIFT) return ''
  return span.y < base ? '^' : '_'
}

/** The baseline of most characters of full size. */
function baselineOf(spans: readonly Span[], size: number): number {
  const chars = new Map<number, number>()
  for (const span of spans) {
    if (span.size > size * SMALLER) chars.set(span.y, (chars.get(span.y) ?? 0) + span.text.length)
  }
  return [...chars].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? spans[0]?.y ?? 0
}

function sizeOf(lines: readonly Line[]): number {
  return Math.max(...lines.flatMap(({ spans }) => spans.map(({ size }) => size)))
}
