import { makeLine } from '../lines/lines.ts'
import type { Column, Line, Rule, Span } from '../model.ts'
import { readAlignedTable } from './aligned-table.ts'
import type { Grid } from './grid.ts'
import { findFault } from './judge.ts'

/** Space between two tables beside each other, in points. */
const GUTTER_MIN_PT = 8
/** How far the ends of the rules of one table, and texts beyond them, may differ, in points. */
const EDGE_PT = 2
/** Rules of a page that are looked at. */
const RULES_MAX_COUNT = 2_000

/** Rules on both sides of a gutter, at the same heights. */
interface Pair {
  left: Column
  right: Column
  top: number
  bottom: number
}

/** The tables without borders in both directions that stand beside each other: the rules above and below both part there. */
export function findBesideTables(lines: readonly Line[], rules: readonly Rule[]): Grid[] {
  return pairsOf(rules).flatMap((pair) => {
    const spans = lines.flatMap((line) => line.spans.filter((span) => isInHeight(span, pair)))
    const sides = [pair.left, pair.right].map((side) =>
      spans.filter((span) => isWithin(span, side)),
    )
    // What stands under none of them belongs to one table with partial rules.
    if (sides.flat().length < spans.length) return []
    const tables = sides.flatMap((own, at) =>
      gridOf(lines, new Set(own), at ? pair.right : pair.left),
    )
    return tables.length === 2 ? tables : []
  })
}

function pairsOf(rules: readonly Rule[]): Pair[] {
  if (rules.length > RULES_MAX_COUNT) return []
  const pairs = new Map<string, Pair>()
  for (const row of Map.groupBy(rules, ({ y }) => Math.round(y)).values()) {
    const sorted = row.toSorted((a, b) => a.x - b.x)
    for (const [index, right] of sorted.entries()) {
      const left = sorted[index - 1]
      if (!left || right.x - left.right < GUTTER_MIN_PT) continue
      const key = [left.x, left.right, right.x, right.right].map(Math.round).join(' ')
      const pair = pairs.get(key)
      if (pair) {
        pair.top = Math.min(pair.top, left.y)
        pair.bottom = Math.max(pair.bottom, left.y)
      } else pairs.set(key, { left, right, top: left.y, bottom: left.y })
    }
  }
  return [...pairs.values()].filter(({ top, bottom }) => bottom > top)
}

function isInHeight({ y, size }: Span, { top, bottom }: Pair): boolean {
  const middle = y - size * 0.3
  return middle > top && middle < bottom
}

function isWithin(span: Span, { x, right }: Column): boolean {
  return span.x > x - EDGE_PT && span.right < right + EDGE_PT
}

/** The table of some of the spans, where they are one. */
function gridOf(lines: readonly Line[], spans: ReadonlySet<Span>, side: Column): Grid[] {
  const own = lines.flatMap((line) => {
    const inside = line.spans.filter((span) => spans.has(span))
    return inside.length > 0 ? [makeLine(line.page, inside)] : []
  })
  const table = own.length > 1 ? readAlignedTable(own, []) : undefined
  if (!table) return []
  const rows = table.rows.map(({ cells }) => cells)
  // No word of them may be lost.
  if (charsOf(rows.flat(2)) < charsOf(own) || findFault(rows) !== undefined) return []
  const ys = own.map(({ y }) => y)
  const { x, right } = side
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  return [{ rows, columns: table.columns, spans, x, right, top, bottom }]
}

function charsOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + text.replaceAll(/\s/g, '').length, 0)
}
