import type { Line, Span } from '../model.ts'
import { makeLine } from './lines.ts'
import { isMarkerOnly } from './markers.ts'

/** How far from its text a marker may stand, in parts of the type size. */
const MARKER_DISTANCE = 4
/** Share of lines drawn above the one before, in the same column, that shows a stream without order. */
const DISORDER_SHARE = 0.25
const GUTTER_MIN_LINES = 10
const GUTTER_MIN_SHARE = 0.6
/** Prose fills its columns; cells of tables do not. */
const GUTTER_MIN_CHARS = 22

/**
 * Puts the lines of a page into reading order. The order in which they were drawn is kept as far as
 * it makes sense: it knows more about columns than any geometry.
 */
export function sortByReadingOrder(lines: readonly Line[]): Line[] {
  return sortedIfDisordered(splitAtGutter(withMarkersAtText(lines)))
}

/** Moves markers of list items that were drawn apart from their text to it. */
function withMarkersAtText(lines: readonly Line[]): Line[] {
  const strays = lines.filter(
    (line, index) => isMarkerOnly(line) && !precedes(line, lines[index + 1]),
  )
  if (strays.length === 0) return [...lines]
  const before = new Map<Line, Line[]>()
  const attached = new Set<Line>()
  for (const stray of strays) {
    const target = nearestRight(stray, lines)
    if (!target) continue
    before.set(target, [...(before.get(target) ?? []), stray])
    attached.add(stray)
  }
  return lines.flatMap((line) => {
    if (attached.has(line)) return []
    const markers = before.get(line)
    if (!markers) return [line]
    const [first, ...rest] = line.spans as [Span, ...Span[]]
    const marked = [...markers.flatMap(({ spans }) => spans), { ...first, spaced: true }, ...rest]
    return [{ ...makeLine(line.page, marked), y: line.y, size: line.size }]
  })
}

function precedes(marker: Line, next: Line | undefined): boolean {
  return next !== undefined && isBeside(marker, next)
}

function isBeside(marker: Line, line: Line): boolean {
  const distance = line.x - marker.right
  return (
    Math.abs(line.y - marker.y) < line.size * 0.5 &&
    distance > -1 &&
    distance < line.size * MARKER_DISTANCE
  )
}

function nearestRight(marker: Line, lines: readonly Line[]): Line | undefined {
  const candidates = lines.filter((line) => line !== marker && isBeside(marker, line))
  return candidates.toSorted((a, b) => a.x - b.x)[0]
}

/** Parts lines that were drawn across two columns, where most lines of the page leave the same gutter. */
function splitAtGutter(lines: readonly Line[]): Line[] {
  const gaps = lines.map(widestGap)
  const gutters = gaps.filter((gap) => gap !== undefined)
  if (gutters.length < GUTTER_MIN_LINES || gutters.length < lines.length * GUTTER_MIN_SHARE) {
    return [...lines]
  }
  const middle = gutters.map(({ x, right }) => (x + right) / 2).toSorted((a, b) => a - b)
  const gutter = middle[Math.floor(middle.length / 2)] ?? 0
  const fits = gutters.filter(({ x, right }) => x < gutter && gutter < right)
  const left = fits.reduce((sum, { before }) => sum + before, 0) / fits.length
  const right = fits.reduce((sum, { after }) => sum + after, 0) / fits.length
  if (fits.length < gutters.length * 0.9 || Math.min(left, right) < GUTTER_MIN_CHARS) {
    return [...lines]
  }
  const columns: [Line[], Line[]] = [[], []]
  for (const line of lines) {
    if (line.table) {
      columns[line.x > gutter ? 1 : 0].push(line)
      continue
    }
    const at = line.spans.findIndex(({ x }) => x > gutter)
    const parts = at <= 0 ? [line.spans] : [line.spans.slice(0, at), line.spans.slice(at)]
    for (const spans of parts) {
      const part = makeLine(line.page, spans)
      columns[part.x > gutter ? 1 : 0].push(part)
    }
  }
  return columns.flat()
}

function widestGap({
  spans,
  size,
}: Line): { x: number; right: number; before: number; after: number } | undefined {
  let widest: { x: number; right: number; at: number } | undefined
  for (const [index, span] of spans.entries()) {
    const last = spans[index - 1]
    if (!last || span.x - last.right < size) continue
    if (widest && span.x - last.right <= widest.right - widest.x) continue
    widest = { x: last.right, right: span.x, at: index }
  }
  if (!widest) return undefined
  const { x, right, at } = widest
  const chars = (part: readonly Span[]): number =>
    part.reduce((sum, { text }) => sum + text.length, 0)
  return { x, right, before: chars(spans.slice(0, at)), after: chars(spans.slice(at)) }
}

/** Sorts the lines from top to bottom where the stream jumps back and forth. */
function sortedIfDisordered(lines: readonly Line[]): Line[] {
  let jumps = 0
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (!before) continue
    const overlaps = line.x < before.right && before.x < line.right
    if (overlaps && line.y < before.y - line.size * 2) jumps += 1
  }
  if (lines.length < 8 || jumps < lines.length * DISORDER_SHARE) return [...lines]
  return lines.toSorted((a, b) => (Math.abs(a.y - b.y) < a.size * 0.4 ? a.x - b.x : a.y - b.y))
}
