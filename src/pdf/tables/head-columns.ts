import { makeLine } from '../lines/lines.ts'
import type { Column, Line, Span } from '../model.ts'
import { charEdges, cutSpanAt } from '../page/link-areas.ts'
import type { AlignedRow } from './aligned-rows.ts'

/** How far a head may stand from its column where only their order ties them, in parts of the type size. */
const REACH = 12
/** How far from the edges of columns a text over several of them is cut, in parts of the type size. */
const CUT_REACH = 1.5
/** How much of a column a head stands over at least, in parts of the type size. */
const OVERLAP = 0.5
/** Space between two heads, in parts of the type size. */
const HEAD_GAP = 0.5

/**
 * Puts heads over the columns that hold their values: set to the left over amounts set to the right, or in the middle, they stand in
 * columns of their own or of their neighbours. Where as many heads stand apart as columns have values, each is that of its place in
 * the order; columns that are left empty go.
 */
export function withHeads(rows: readonly AlignedRow[]): readonly AlignedRow[] {
  const [head, ...others] = rows
  if (!head) return rows
  const text = wordsOf(head)
  const body = others.filter((row) => wordsOf(row) !== text)
  if (body.length < 2) return rows
  const width = head.cells.length
  const filled = Array.from({ length: width }, (_, column) => column).filter((column) =>
    body.some(({ cells }) => cells[column]?.length),
  )
  const isTied = filled.length === width && head.cells.every((cell) => cell.length > 0)
  if (isTied) return rows
  const columns = filled.map((column) => extentOf(body.flatMap(({ cells }) => cells[column] ?? [])))
  const heads = headsOver(head, columns)
  if (!heads) return rows
  return rows.map((row) => {
    // Other pages repeat the head.
    const repeated = wordsOf(row) === text ? headsOver(row, columns) : undefined
    return { ...row, cells: repeated ?? filled.map((column) => row.cells[column] ?? []) }
  })
}

function wordsOf({ cells }: AlignedRow): string {
  return cells.flatMap((cell) => cell.map((line) => line.text)).join(' ')
}

/** The heads of a row, one for each column and near to it; undefined where there are more or less of them. */
function headsOver(head: AlignedRow, columns: readonly Column[]): Line[][] | undefined {
  const apart = headsOf(head)
  const heads = apart.length < columns.length ? cutAtColumns(apart, columns) : apart
  if (heads.length !== columns.length) return undefined
  const isNear = heads.every((lines, index) => {
    const size = lines[0]?.size ?? 0
    const column = columns[index]
    return column !== undefined && gapBetween(extentOf(lines), column) < size * REACH
  })
  return isNear ? heads : undefined
}

/** The heads of a row as they stand apart from each other; those of several lines as their columns part them. */
function headsOf({ cells }: AlignedRow): Line[][] {
  const named = cells.filter((cell) => cell.length > 0)
  if (named.some((cell) => cell.length > 1)) return named
  const spans = named.flat().flatMap((line) => line.spans)
  const heads: Span[][] = []
  for (const span of spans.toSorted((a, b) => a.x - b.x)) {
    const before = heads.at(-1)?.at(-1)
    if (before && span.x - before.right < span.size * HEAD_GAP) heads.at(-1)?.push(span)
    else heads.push([span])
  }
  const page = named[0]?.[0]?.page ?? 0
  return heads.map((own) => [makeLine(page, own)])
}

/** Heads that were drawn as one text over several columns, cut between words where one column ends and the next begins. */
function cutAtColumns(heads: readonly Line[][], columns: readonly Column[]): Line[][] {
  return heads.flatMap((lines) => {
    const [line] = lines
    if (!line || lines.length > 1) return [lines]
    const { x, right, size } = line
    const least = size * OVERLAP
    const under = columns.filter((column) => right - column.x > least && column.right - x > least)
    let pieces = line.spans
    for (const [index, next] of under.slice(1).entries()) {
      const last = pieces.at(-1)
      const before = under[index]
      if (last && before)
        pieces = [...pieces.slice(0, -1), ...cutBetween(last, before.right, next.x)]
    }
    return pieces.map((span) => [makeLine(line.page, [span])])
  })
}

/** A span cut at the blank whose word ends nearest to the end of one column, or begins nearest to the start of the next. */
function cutBetween(span: Span, end: number, start: number): Span[] {
  const edges = charEdges(span)
  let best: { x: number; distance: number } | undefined
  for (const { index, 0: blank } of span.text.matchAll(/\s+(?=\S)/g)) {
    const x = edges[index + blank.length] ?? span.x
    const distance = Math.min(Math.abs((edges[index] ?? 0) - end), Math.abs(x - start))
    if (!best || distance < best.distance) best = { x, distance }
  }
  return best && best.distance < span.size * CUT_REACH ? cutSpanAt(span, best.x) : [span]
}

function extentOf(lines: readonly Line[]): Column {
  return {
    x: Math.min(...lines.map(({ x }) => x)),
    right: Math.max(...lines.map(({ right }) => right)),
  }
}

/** The empty space between two columns; 0 where one stands over the other. */
function gapBetween(one: Column, other: Column): number {
  return Math.max(0, one.x - other.right, other.x - one.right)
}
