import type { Line } from '../model.ts'

/** The column that a line stands in: its edges, and which stretch of the stream it is. */
export interface Column {
  id: number
  left: number
  right: number
  lineCount: number
}

/** A jump upwards by more than this many lines begins a new column. */
const JUMP_MIN_LINES = 4
/** How much further left another stretch of the same column may begin, in points. */
const INDENT_MAX_PT = 90
const EDGE_TOLERANCE_PT = 20
/** Share of lines that end at one point where text is justified. */
const JUSTIFIED_SHARE = 0.2

/** Distance of two lines where nothing tells it, as a multiple of the type size. */
const DEFAULT_LEADING = 1.2
/** Distances are told apart by this part of the type size. */
const LEADING_STEPS = 20

/** Returns the column of each line; columns end with their page. */
export function findColumns(lines: readonly Line[]): ReadonlyMap<Line, Column> {
  const stretches: Line[][] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const stretch = stretches.at(-1)
    if (stretch && before && before.page === line.page && !jumps(before, line)) stretch.push(line)
    else stretches.push([line])
  }
  const columns = stretches.map((stretch, id) => ({
    id,
    left: Math.min(...stretch.map(({ x }) => x)),
    right: rightEdge(stretch),
    lineCount: stretch.length,
  }))
  // Pages of one document have few different ones.
  const distinct = [...new Map(columns.map((one) => [`${one.left} ${one.right}`, one])).values()]
  const aligned = columns.map((column) => ({ ...column, left: commonLeft(column, distinct) }))
  return new Map(
    stretches.flatMap((stretch, id) =>
      stretch.map((line): [Line, Column] => [line, aligned[id] as Column]),
    ),
  )
}

function jumps(before: Line, line: Line): boolean {
  const size = Math.max(before.size, line.size)
  if (line.y < before.y - size * JUMP_MIN_LINES) return true
  return line.y < before.y - size && line.x > before.right + size
}

/**
 * The edge that lines of text reach. Justified lines agree on it; of ragged ones, the second longest
 * is taken, since a single one may go beyond. Code minds no edges.
 */
function rightEdge(lines: readonly Line[]): number {
  const prose = lines.filter(({ mono }) => !mono)
  const rights = (prose.length > 0 ? prose : lines).map(({ right }) => right)
  const counts = new Map<number, number>()
  for (const right of rights)
    counts.set(Math.round(right), (counts.get(Math.round(right)) ?? 0) + 1)
  const enough = Math.max(3, rights.length * JUSTIFIED_SHARE)
  const agreed = [...counts].filter(([, count]) => count >= enough).map(([right]) => right)
  if (agreed.length > 0) return Math.max(...agreed)
  const [most = 0, second = most] = rights.toSorted((a, b) => b - a)
  return most - second > EDGE_TOLERANCE_PT * 2 && rights.length > 4 ? second : most
}

/** A stretch may hold nothing but indented lines: others with the same right edge tell. */
function commonLeft(column: Column, columns: readonly Column[]): number {
  let left = column.left
  for (const other of columns) {
    const sameEdge = Math.abs(other.right - column.right) < EDGE_TOLERANCE_PT
    if (sameEdge && other.left < left && column.left - other.left < INDENT_MAX_PT) left = other.left
  }
  return left
}

/**
 * The usual distance of two lines of one paragraph, as a multiple of the type size: the one that is
 * most common after lines that reach the right edge of their column.
 */
export function typicalLeading(lines: readonly Line[], edgeOf: (line: Line) => number): number {
  const counts = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (!before || before.page !== line.page || before.size !== line.size || line.mono) continue
    if (edgeOf(before) - before.right > before.size * 4) continue
    const ratio = (line.y - before.y) / line.size
    if (ratio < 0.9 || ratio > 3) continue
    const key = Math.round(ratio * LEADING_STEPS)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])
  return most ? most[0] / LEADING_STEPS : DEFAULT_LEADING
}
