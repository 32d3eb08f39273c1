import type { Line, Upright } from '../model.ts'
import type { Column } from './columns.ts'
import { markerOf } from './markers.ts'

/** How far in a quotation begins, in parts of the type size. */
const INDENT_MIN = 1.5
const RULED_INDENT_MIN = 0.5
const INDENT_MAX = 8
/** How far its lines begin from one edge, in points, and how far they stand apart, in parts of the type size. */
const EDGE_PT = 1.5
const LINES_DISTANCE = 2.4
/** Space that was left at the right of its lines, and what its right edge may miss, in parts of the type size. */
const LEFT_OVER = 0.6
const RAGGED = 0.5
/** How far before its edge the longest line of a column ends at most, in parts of the type size. */
const RAGGED_MAX = 3
/** Characters of its full lines: those of addresses and verses are shorter. */
const LINE_MIN_CHARS = 25
/** Space before a quotation that follows a list, over that between lines. */
const APART = 1.35
/** Share of the width of its page that the only column takes. */
const WIDE_SHARE = 0.6
/** How far left of its text a rule may stand, in parts of the type size. */
const RULE_DISTANCE = 3

/** Look-ups on the lines around a quotation. */
export interface QuoteContext {
  columnOf(line: Line): Column
  /** Whether a line is a heading, or part of a formula. */
  isOther(line: Line): boolean
  verticalsOf(page: number): readonly Upright[]
  widthOf(page: number): number
  /** Usual distance of lines, as a multiple of the type size. */
  leading: number
}

/**
 * Lines that are quoted: indented on both sides, or on the left beside a rule. Once such are known, others between the same edges
 * are too, where no item of a list is above to which they could belong.
 */
export function findQuotes(lines: readonly Line[], context: QuoteContext): ReadonlySet<Line> {
  const quoted = new Set<Line>()
  /** The right edge of quotations, by their indent. */
  const edges = new Map<number, number>()
  const others: Line[][] = []
  for (let index = 0; index < lines.length;) {
    const group = groupFrom(lines, index, context)
    const [first] = group
    index += Math.max(1, group.length)
    if (!first) continue
    if (hasRule(group, context) || wrapsEarly(group, context)) {
      const indent = indentOf(first, context)
      edges.set(indent, Math.max(edges.get(indent) ?? 0, edgeOf(group)))
      for (const line of group) quoted.add(line)
    } else if (standsAlone(lines, index - group.length, context)) others.push(group)
  }
  for (const group of others) {
    const edge = edges.get(indentOf(group[0] as Line, context))
    if (edge !== undefined && edgeOf(group) <= edge + EDGE_PT)
      for (const line of group) quoted.add(line)
  }
  return quoted
}

function edgeOf(group: readonly Line[]): number {
  return Math.max(...group.map(({ right }) => right))
}

function indentOf(line: Line, { columnOf }: QuoteContext): number {
  return Math.round(line.x - columnOf(line).left)
}

function groupFrom(lines: readonly Line[], index: number, context: QuoteContext): Line[] {
  const first = lines[index] as Line
  if (!mayBeQuoted(first, context)) return []
  const indent = first.x - context.columnOf(first).left
  if (indent < first.size * RULED_INDENT_MIN || indent > first.size * INDENT_MAX) return []
  const group = [first]
  for (let at = index + 1; at < lines.length; at += 1) {
    const line = lines[at] as Line
    const last = group.at(-1) as Line
    const isNext =
      context.columnOf(line).id === context.columnOf(first).id &&
      Math.abs(line.x - first.x) < EDGE_PT &&
      Math.abs(line.size - first.size) < first.size * 0.1 &&
      line.y > last.y &&
      line.y - last.y < line.size * LINES_DISTANCE
    if (!isNext || !mayBeQuoted(line, context)) break
    group.push(line)
  }
  return group
}

function mayBeQuoted(line: Line, { isOther }: QuoteContext): boolean {
  return !line.table && line.upright && !line.mono && !isOther(line) && !markerOf(line.text)
}

/** Whether no item of a list is above to which the lines could belong; a list without gaps has no item with one. */
function standsAlone(
  lines: readonly Line[],
  index: number,
  { columnOf, leading }: QuoteContext,
): boolean {
  const line = lines[index] as Line
  const above = lines[index - 1]
  if (!above || columnOf(above).id !== columnOf(line).id) return true
  const isInList = markerOf(above.text) !== undefined || above.x - columnOf(above).left > above.size
  if (!isInList) return true
  const further = lines[index - 2]
  const usual = line.size * leading * APART
  const isTight = further === undefined || above.y - further.y < usual
  return isTight && line.y - above.y > usual
}

function hasRule([first, ...others]: readonly Line[], { verticalsOf }: QuoteContext): boolean {
  const last = others.at(-1) ?? first
  if (!first || !last) return false
  return verticalsOf(first.page).some(
    ({ x, right, top, bottom }) =>
      right < first.x &&
      first.x - x < first.size * RULE_DISTANCE &&
      top < first.y - first.size * 0.3 &&
      bottom > last.y - last.size * 0.3 &&
      bottom - top < last.y - first.y + first.size * LINES_DISTANCE,
  )
}

/** Whether lines end at an edge of their own, although the next word had room in the column. */
function wrapsEarly(group: readonly Line[], context: QuoteContext): boolean {
  const { leading, columnOf } = context
  const [first] = group
  if (!first || first.x - columnOf(first).left < first.size * INDENT_MIN) return false
  const edge = edgeOf(group)
  let full = 0
  for (const [at, line] of group.entries()) {
    const next = group[at + 1]
    if (!next || next.y - line.y > line.size * leading * APART) continue
    const width = line.right + firstWordWidth(next)
    if (width < edge - line.size * RAGGED) return false
    if (line.text.length < LINE_MIN_CHARS) return false
    if (width + line.size * LEFT_OVER < rightEdgeOf(line, context)) full += 1
  }
  return full > 0
}

/** The right edge of the column; of one that takes most of its page, lines may all end before it, and margins are alike. */
function rightEdgeOf(line: Line, { columnOf, widthOf }: QuoteContext): number {
  const { left, right } = columnOf(line)
  const width = widthOf(line.page)
  const isWide = right - left > width * WIDE_SHARE
  const isNear = width - left - right < line.size * RAGGED_MAX
  return isWide && isNear ? Math.max(right, width - left) : right
}

function firstWordWidth({ text, x, right }: Line): number {
  const word = /^\S+/.exec(text)?.[0].length ?? 0
  return ((word + 1) * (right - x)) / Math.max(1, text.length)
}
