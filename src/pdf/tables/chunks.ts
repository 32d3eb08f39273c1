import { makeLine } from '../lines/lines.ts'
import { markerOf } from '../lines/markers.ts'
import type { Line, Rule, Span } from '../model.ts'

/** Lines that flow downwards in one cell or column. */
export interface Chunk {
  lines: Line[]
  x: number
  right: number
  top: number
  bottom: number
}

/** Gap between two cells of a line, in parts of the type size. */
const CELL_GAP = 0.95
/** Gap between two cells of a line after what may be the marker of a list item, in parts of the type size. */
const MARKER_GAP = 2.4
/** Gap before a place where cells of most lines begin, in parts of the type size; how many lines must begin one there, and which share. */
const ANCHOR_GAP = 0.2
const ANCHOR_MIN_LINES = 4
const ANCHOR_SHARE = 0.75
/** What stands before an entry of a list: its number. */
const LABEL = /^[[(]?\w{1,4}[\]).:]?$/
/** Gap between two cells of a line where a rule runs between them, in parts of the type size. */
const BORDER_GAP = 0.25
/** How far above and below the line they may meet, in parts of the type size: what stands higher above them is text. */
const BORDER_ABOVE = 8
const BORDER_BELOW = 2
/** Distance of two lines of one cell, in parts of the type size. */
const CELL_LEADING = 1.5
/** How far the lines of one cell may differ in where they begin, in parts of the type size. */
const CELL_SHIFT = 0.7

/** A place where the rules of two neighbouring cells meet. */
export interface Border {
  x: number
  y: number
}

/** The places inside of rules that were drawn cell by cell. */
export function bordersOf(rules: readonly Rule[]): Border[] {
  const starts = new Set(rules.map(({ x, y }) => borderKey(x, y)))
  const borders = new Map<string, Border>()
  for (const { right: x, y } of rules) {
    const key = borderKey(x, y)
    if (starts.has(key)) borders.set(key, { x, y })
  }
  return [...borders.values()]
}

function borderKey(x: number, y: number): string {
  return `${Math.round(x)} ${Math.round(y)}`
}

/** Where most lines have a span begin after some gap: the left edges of columns, however near their neighbours come. */
export function anchorsOf(lines: readonly Line[]): number[] {
  const counts = new Map<number, number>()
  for (const line of lines) {
    for (const [index, span] of line.spans.entries()) {
      const before = line.spans[index - 1]
      if (!before || span.x - before.right < span.size * ANCHOR_GAP) continue
      const key = Math.round(span.x)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  const enough = Math.max(ANCHOR_MIN_LINES, lines.length * ANCHOR_SHARE)
  return [...counts].filter(([, count]) => count >= enough).map(([x]) => x)
}

/** Lines parted where a gap may be the border of two cells. */
export function splitIntoCells(
  line: Line,
  borders: readonly Border[],
  anchors: readonly number[] = [],
): Line[] {
  const cells: Span[][] = []
  const isItem = markerOf(line.text) !== undefined || LABEL.test(line.spans[0]?.text ?? '')
  for (const span of line.spans) {
    const cell = cells.at(-1)
    const last = cell?.at(-1)
    const gapMin = isItem && cells.length === 1 && cell?.length === 1 ? MARKER_GAP : CELL_GAP
    const isAnchored = gapMin === CELL_GAP && last !== undefined && isAtAnchor(last, span, anchors)
    const isParted = isAnchored || span.isApart === true
    if (cell && last && !isParted && !isApart(last, span, gapMin, borders)) cell.push(span)
    else cells.push([span])
  }
  return cells.length === 1 ? [line] : cells.map((spans) => makeLine(line.page, spans))
}

function isAtAnchor(last: Span, span: Span, anchors: readonly number[]): boolean {
  const gap = span.x - last.right
  return gap >= span.size * ANCHOR_GAP && anchors.some((x) => Math.abs(x - span.x) <= 1)
}

function isApart(last: Span, span: Span, gapMin: number, borders: readonly Border[]): boolean {
  const gap = span.x - last.right
  const size = Math.max(span.size, last.size)
  if (gap > gapMin * size) return true
  return (
    gap > BORDER_GAP * size &&
    borders.some(
      ({ x, y }) =>
        x > last.right - 1 &&
        x < span.x + 1 &&
        y > span.y - size * BORDER_ABOVE &&
        y < span.y + size * BORDER_BELOW,
    )
  )
}

/** Puts cells that follow one another downwards together, unless a rule runs between them. */
export function toChunks(cells: readonly Line[], rules: readonly Rule[]): Chunk[] {
  const chunks: Chunk[] = []
  for (const cell of cells) {
    const chunk = chunks.at(-1)
    if (chunk && goesOn(chunk, cell, rules)) addTo(chunk, cell)
    else chunks.push(chunkOf(cell))
  }
  return chunks
}

/** A chunk of one line. */
export function chunkOf(line: Line): Chunk {
  const { x, right, y, size } = line
  return { lines: [line], x, right, top: y - size * 0.8, bottom: y + size * 0.2 }
}

function addTo(chunk: Chunk, line: Line): void {
  chunk.lines.push(line)
  chunk.x = Math.min(chunk.x, line.x)
  chunk.right = Math.max(chunk.right, line.right)
  chunk.bottom = line.y + line.size * 0.2
}

function goesOn(chunk: Chunk, line: Line, rules: readonly Rule[]): boolean {
  const last = chunk.lines.at(-1) as Line
  const size = Math.max(last.size, line.size)
  const down = line.y - last.y
  if (down < size * 0.5 || down > size * CELL_LEADING) return false
  const isAligned =
    Math.abs(line.x - last.x) < size * CELL_SHIFT ||
    Math.abs(line.x + line.right - last.x - last.right) < size * CELL_SHIFT ||
    Math.abs(line.right - last.right) < size * CELL_SHIFT
  return isAligned && !isRuledBetween(last, line, rules)
}

/** Whether a rule runs between two lines that stand one over the other. */
export function isRuledBetween(upper: Line, lower: Line, rules: readonly Rule[]): boolean {
  const middle = (Math.max(upper.x, lower.x) + Math.min(upper.right, lower.right)) / 2
  return rules.some(
    ({ x, right, y }) =>
      y > upper.y - 1 && y < lower.y - lower.size * 0.5 && x < middle && middle < right,
  )
}
