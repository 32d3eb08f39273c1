import { makeLine } from '../lines/lines.ts'
import type { Column, Line, Rule, Span, Upright } from '../model.ts'
import { cutSpanAt } from '../page/link-areas.ts'
import { CELL_GAP } from './bands.ts'
import { withoutLists } from './cell-lists.ts'
import { middleOf } from './table-columns.ts'

/** A table that rules draw, whose cells hold the lines of text in them; merged cells have their text in the first place. */
export interface Grid {
  rows: Line[][][]
  columns: Column[]
  spans: ReadonlySet<Span>
  x: number
  right: number
  top: number
  bottom: number
}

/** How far apart rules of one edge may be, and miss the rules that they meet, in points. */
const EDGE_PT = 3
/** How far outside of its grid the text of a cell may begin, in points. */
const OUTSIDE_PT = 2
/** Rules that one table may have, and lines of its grid in either direction. */
const RULES_MAX_COUNT = 4_000
const EDGES_MAX_COUNT = 400
/** Width of a column that is the space between two rules. */
const NARROW_PT = 10
/** How much higher than all others a row may be that no rule closes. */
const LAST_ROW_SHARE = 1.2
/** Lines of one cell beyond which, on average, the grid parts a page and not a table. */
const CELL_MAX_LINES = 8
/** How far baselines of one line may differ, in parts of the type size. */
const SHIFT = 0.3
/** Share of the rows of a grid that have text; charts have less. */
const FILLED_MIN_SHARE = 0.5

/** Share of the page, in both directions, and cells of a grid that is its frame: title, side and text of a slide. */
const FRAME_SHARE = 0.85
const FRAME_MAX_CELLS = 4

interface Segment {
  /** Along its own direction. */
  from: number
  to: number
  /** Across it. */
  at: number
}

/** Finds the tables of a page whose borders are drawn: rules in both directions that meet. */
export function findGrids(
  lines: readonly Line[],
  rules: readonly Rule[],
  verticals: readonly Upright[],
): Grid[] {
  const across = joined(rules.map(({ x, right, y }) => ({ from: x, to: right, at: y })))
  const down = joined(verticals.map(({ x, top, bottom }) => ({ from: top, to: bottom, at: x })))
  if (across.length < 2 || down.length < 2) return []
  if (across.length + down.length > RULES_MAX_COUNT) return []
  return frames(across, down).flatMap((frame) => gridOf(frame, lines) ?? [])
}

/** Pieces of one rule put together: producers draw borders cell by cell. */
function joined(segments: readonly Segment[]): Segment[] {
  const kept: Segment[] = []
  for (const beside of inLine(segments)) {
    const own: Segment[] = []
    for (const segment of beside.toSorted((a, b) => a.from - b.from)) {
      const last = own.at(-1)
      if (last && segment.from <= last.to + EDGE_PT) last.to = Math.max(last.to, segment.to)
      else own.push({ ...segment })
    }
    kept.push(...own)
  }
  return kept
}

/** Segments that are in line with each other. */
function inLine(segments: readonly Segment[]): Segment[][] {
  const groups: Segment[][] = []
  for (const segment of segments.toSorted((a, b) => a.at - b.at)) {
    const group = groups.at(-1)
    if (group?.[0] && segment.at - group[0].at < 1) group.push(segment)
    else groups.push([segment])
  }
  return groups
}

interface Frame {
  across: Segment[]
  down: Segment[]
}

/** Rules that meet, each other or over others. */
function frames(across: readonly Segment[], down: readonly Segment[]): Frame[] {
  const found: Frame[] = []
  const leftAcross = new Set(across)
  const leftDown = new Set(down)
  for (const start of across) {
    if (!leftAcross.delete(start)) continue
    const frame: Frame = { across: [start], down: [] }
    const open: { segment: Segment; isAcross: boolean }[] = [{ segment: start, isAcross: true }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { segment, isAcross } = next
      for (const other of isAcross ? leftDown : leftAcross) {
        if (!meet(segment, other)) continue
        ;(isAcross ? leftDown : leftAcross).delete(other)
        ;(isAcross ? frame.down : frame.across).push(other)
        open.push({ segment: other, isAcross: !isAcross })
      }
    }
    found.push(frame)
  }
  return found
}

function meet(one: Segment, other: Segment): boolean {
  return (
    other.at >= one.from - EDGE_PT &&
    other.at <= one.to + EDGE_PT &&
    one.at >= other.from - EDGE_PT &&
    one.at <= other.to + EDGE_PT
  )
}

function gridOf({ across, down }: Frame, lines: readonly Line[]): Grid | undefined {
  const ys = withLastRow(edgesOf(across), down)
  const xs = withOuterEdges(edgesOf(down), across)
  const isSmall =
    ys.length < 2 || xs.length < 3 || ys.length > EDGES_MAX_COUNT || xs.length > EDGES_MAX_COUNT
  if (isSmall) return undefined
  const [x = 0, right = 0] = [xs[0], xs.at(-1)]
  const [top = 0, bottom = 0] = [ys[0], ys.at(-1)]
  const isInside = (span: Span): boolean => {
    const middle = (span.x + span.right) / 2
    const y = span.y - span.size * 0.3
    return middle > x - OUTSIDE_PT && middle < right + OUTSIDE_PT && y > top - 1 && y < bottom + 1
  }
  const owners = ownersOf(xs, ys, across, down)
  const cells = new Map<number, Line[]>()
  const spans = new Set<Span>()
  for (const line of lines) {
    if (!line.upright) continue
    const inside = line.spans.filter(isInside)
    const pieces = inside.flatMap((span) => cutAtRules(span, xs, down))
    const placeOf = (span: Span): number => {
      const column = slotOf(xs, middleOf(span))
      const row = slotOf(ys, span.y - span.size * 0.3)
      return row * (xs.length - 1) + column
    }
    const byCell = Map.groupBy(pieces, (span) => owners[placeOf(span)] ?? 0)
    for (const [cell, own] of byCell) {
      // Where no rule parts cells, as in a row of totals, space may.
      const parts = isParted(own) ? Map.groupBy(own, placeOf) : new Map([[cell, own]])
      for (const [place, part] of parts) {
        const drawn = cells.get(place) ?? []
        drawn.push(makeLine(line.page, part))
        cells.set(place, drawn)
      }
    }
    for (const span of inside) spans.add(span)
  }
  const width = xs.length - 1
  const rows = Array.from({ length: ys.length - 1 }, (_, row) =>
    Array.from({ length: width }, (__, column) => downwards(cells.get(row * width + column) ?? [])),
  )
  const columns = xs.slice(1).map((edge, index): Column => ({ x: xs[index] ?? 0, right: edge }))
  const isUsed = columns.map(
    (column, index) =>
      column.right - column.x >= NARROW_PT || rows.some((row) => (row[index]?.length ?? 0) > 0),
  )
  const filled = rows
    .filter((row) => row.some((cell) => cell.length > 0))
    .map((row) => row.filter((_, index) => isUsed[index]))
  const kept = withoutLists(filled)
  if (!isTable(rows, kept)) return undefined
  const used = columns.filter((_, index) => isUsed[index])
  return { rows: kept, columns: used, spans, x, right, top, bottom }
}

/** The lines of a cell from above downwards, whatever was drawn first. */
function downwards(lines: readonly Line[]): Line[] {
  return lines.toSorted((a, b) => (Math.abs(a.y - b.y) < a.size * SHIFT ? 0 : a.y - b.y))
}

/** Whether a wide space stands between two texts. */
function isParted(spans: readonly Span[]): boolean {
  return spans.some((span, index) => {
    const before = spans[index - 1]
    return before !== undefined && span.x - before.right > span.size * CELL_GAP
  })
}

/** A span that runs over the border of two cells, as its two parts: producers draw what comes near as one. */
function cutAtRules(span: Span, xs: readonly number[], down: readonly Segment[]): Span[] {
  const edge = xs.find((x) => span.x < x - EDGE_PT && span.right > x + EDGE_PT)
  if (edge === undefined || !isRuled(down, edge, span.y - span.size * 0.3)) return [span]
  return cutSpanAt(span, edge)
}

/** The places of the edges, in order. */
function edgesOf(segments: readonly Segment[]): number[] {
  const edges: number[] = []
  for (const { at } of segments.toSorted((a, b) => a.at - b.at)) {
    if (edges.length === 0 || at - (edges.at(-1) ?? 0) > EDGE_PT) edges.push(at)
  }
  return edges
}

/** Edges with the lower end of the rules down, where these go on below the last rule across by a row: no rule closes it. */
function withLastRow(ys: readonly number[], down: readonly Segment[]): readonly number[] {
  const [top = 0, bottom = 0] = [ys[0], ys.at(-1)]
  const steps = ys.slice(1).map((y, index) => y - (ys[index] ?? y))
  // Shaded rows have short ones.
  const long = down.filter(({ from, to }) => to - from > (bottom - top) / 2)
  const ends = long.map(({ to }) => to).filter((to) => to > bottom + NARROW_PT)
  const end = Math.max(...ends)
  const isRow = steps.length > 1 && end - bottom < Math.max(...steps) * LAST_ROW_SHARE
  return isRow && ends.length * 2 > long.length ? [...ys, end] : ys
}

/** Edges with the ends of the rules across, where most of these go on beyond the outermost that are drawn: outer columns are open. */
function withOuterEdges(xs: readonly number[], across: readonly Segment[]): number[] {
  const [left = 0, right = 0] = [xs[0], xs.at(-1)]
  const froms = across.map(({ from }) => from).filter((from) => from < left - NARROW_PT)
  const tos = across.map(({ to }) => to).filter((to) => to > right + NARROW_PT)
  return [
    ...(froms.length * 2 > across.length ? [Math.min(...froms)] : []),
    ...xs,
    ...(tos.length * 2 > across.length ? [Math.max(...tos)] : []),
  ]
}

function slotOf(edges: readonly number[], at: number): number {
  const next = edges.findIndex((edge) => edge > at)
  return Math.min(Math.max(0, (next === -1 ? edges.length : next) - 1), edges.length - 2)
}

/** For each place of the grid the one that holds the text: cells between which no rule runs are one. */
function ownersOf(
  xs: readonly number[],
  ys: readonly number[],
  across: readonly Segment[],
  down: readonly Segment[],
): number[] {
  const width = xs.length - 1
  const owners: number[] = []
  for (let row = 0; row + 1 < ys.length; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const y = ((ys[row] ?? 0) + (ys[row + 1] ?? 0)) / 2
      const x = ((xs[column] ?? 0) + (xs[column + 1] ?? 0)) / 2
      const isOpenLeft = column > 0 && !isRuled(down, xs[column] ?? 0, y)
      const isOpenAbove = row > 0 && !isRuled(across, ys[row] ?? 0, x)
      const here = row * width + column
      if (isOpenLeft) owners.push(owners[here - 1] ?? here)
      else if (isOpenAbove) owners.push(owners[here - width] ?? here)
      else owners.push(here)
    }
  }
  return owners
}

function isRuled(segments: readonly Segment[], at: number, along: number): boolean {
  return segments.some(
    (segment) =>
      Math.abs(segment.at - at) <= EDGE_PT && segment.from <= along && segment.to >= along,
  )
}

function isTable(rows: readonly Line[][][], kept: readonly Line[][][]): boolean {
  const width = kept[0]?.length ?? 0
  if (kept.length < 2 || width < 2 || kept.length < rows.length * FILLED_MIN_SHARE) return false
  const cells = kept.flat().filter((cell) => cell.length > 0)
  const lineCount = cells.reduce((sum, cell) => sum + cell.length, 0)
  if (lineCount / cells.length > CELL_MAX_LINES) return false
  return kept.some((row) => row.filter((cell) => cell.length > 0).length > 1)
}

/** Whether a grid parts the whole page into a few fields. */
export function isFrameOf(page: { width: number; height: number }, grid: Grid): boolean {
  const isWhole =
    grid.right - grid.x > page.width * FRAME_SHARE &&
    grid.bottom - grid.top > page.height * FRAME_SHARE
  return isWhole && grid.rows.length * grid.columns.length <= FRAME_MAX_CELLS
}

/** The lines of a page with each of its tables as one line, at the place of the first line in it. */
export function withGrids(lines: readonly Line[], grids: readonly Grid[]): Line[] {
  if (grids.length === 0) return [...lines]
  const emitted = new Set<Grid>()
  return lines.flatMap((line) => {
    const owner = grids.find(({ spans }) => line.spans.some((span) => spans.has(span)))
    if (!owner) return [line]
    const outside = line.spans.filter((span) => !grids.some(({ spans }) => spans.has(span)))
    const rest = outside.length > 0 ? [makeLine(line.page, outside)] : []
    const inside = grids.filter(
      (grid) => !emitted.has(grid) && line.spans.some((span) => grid.spans.has(span)),
    )
    for (const grid of inside) emitted.add(grid)
    return [...rest, ...inside.map((grid) => lineOf(grid, line))]
  })
}

/** Stands for the table among the lines; it has no text of its own. */
function lineOf(grid: Grid, { page, size }: Line): Line {
  const { x, right, top, rows, columns } = grid
  const style = { bold: false, mono: false, upright: true }
  return {
    page,
    spans: [],
    x,
    right,
    y: top + size,
    size,
    text: '',
    ...style,
    table: { rows, columns },
  }
}
