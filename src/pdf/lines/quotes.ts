import type { Line, Upright } from '../model.ts'
import type { Column } from './columns.ts'
import { isSpaced } from './lines.ts'
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
/** Lines above that may be those of an item. */
const ITEM_MAX_LINES = 60
/** A word that goes on in the next line. */
const CUT = /\p{L}[-‐\u00AD]$/u
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
  const others: { index: number; paragraph: Line[] }[] = []
  for (let index = 0; index < lines.length;) {
    const group = groupFrom(lines, index, context)
    const isRuled = hasRule(group, context)
    let start = index
    for (const paragraph of isRuled ? [group] : paragraphsOf(group, context)) {
      const [first] = paragraph
      if (!first) continue
      const isQuoted = isRuled || isSetIn(lines, start, paragraph, context)
      if (isQuoted) {
        const indent = indentOf(first, context)
        edges.set(indent, Math.max(edges.get(indent) ?? 0, edgeOf(paragraph)))
        for (const line of paragraph) quoted.add(line)
      } else others.push({ index: start, paragraph })
      start += paragraph.length
    }
    index += Math.max(1, group.length)
  }
  for (const { index, paragraph } of others) {
    const edge = edges.get(indentOf(paragraph[0] as Line, context))
    if (edge === undefined || edgeOf(paragraph) > edge + EDGE_PT) continue
    if (!quoted.has(lines[index - 1] as Line) && !standsAlone(lines, index, context)) continue
    for (const line of paragraph) quoted.add(line)
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

/** The lines of a group as far as no more space parts them than lines of text. */
function paragraphsOf(group: readonly Line[], { leading }: QuoteContext): Line[][] {
  const paragraphs: Line[][] = []
  for (const [at, line] of group.entries()) {
    const before = group[at - 1]
    if (before && line.y - before.y <= line.size * leading * APART) paragraphs.at(-1)?.push(line)
    else paragraphs.push([line])
  }
  return paragraphs
}

function mayBeQuoted(line: Line, { isOther }: QuoteContext): boolean {
  return !line.table && line.upright && !line.mono && !isOther(line) && !markerOf(line.text)
}

/** Whether no space parts a line from the one above. */
function goesOn(
  lines: readonly Line[],
  index: number,
  { columnOf, leading }: QuoteContext,
): boolean {
  const line = lines[index] as Line
  const above = lines[index - 1]
  if (!above || above.table || columnOf(above).id !== columnOf(line).id) return false
  return line.y > above.y && line.y - above.y <= line.size * leading * APART
}

/**
 * How far to the right of its column the text of an item goes, where it begins at the indent of a line below; undefined where no
 * such item is above.
 */
function edgeOfItem(
  lines: readonly Line[],
  index: number,
  { columnOf }: QuoteContext,
): number | undefined {
  const line = lines[index] as Line
  const indent = line.x - columnOf(line).left
  let edge = 0
  for (let at = index - 1; at >= Math.max(0, index - ITEM_MAX_LINES); at -= 1) {
    const above = lines[at] as Line
    const { left } = columnOf(above)
    const marker = markerOf(above.text)
    edge = Math.max(edge, above.right - left)
    if (marker) {
      const isAligned = Math.abs(textStart(above, marker.length) - left - indent) < line.size
      return isAligned ? edge : undefined
    }
    if (above.x - left < indent - line.size) return undefined
  }
  return undefined
}

/** Where the text of an item begins. */
function textStart({ spans, x }: Line, length: number): number {
  const [first, next] = spans
  if (!first) return x
  if (first.text.length <= length) return next?.x ?? first.right
  return first.x + ((first.right - first.x) * length) / first.text.length
}

/** Whether no item of a list is above to which the lines could belong; a list without gaps has no item with one. */
function standsAlone(lines: readonly Line[], index: number, context: QuoteContext): boolean {
  const { columnOf, leading } = context
  const line = lines[index] as Line
  const above = lines[index - 1]
  if (!above) return true
  if (columnOf(above).id !== columnOf(line).id)
    return edgeOfItem(lines, index, context) === undefined
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

/**
 * Whether a paragraph is set in on the right, too, and is no part of what is above: of an item that begins where it does, the text
 * goes further to the right.
 */
function isSetIn(
  lines: readonly Line[],
  index: number,
  paragraph: readonly Line[],
  context: QuoteContext,
): boolean {
  const count = countEarly(paragraph, context)
  const line = paragraph[0] as Line
  if (count === 0 || goesOn(lines, index, context)) return false
  const itemEdge = edgeOfItem(lines, index, context)
  if (itemEdge === undefined) return true
  const edge = edgeOf(paragraph) - context.columnOf(line).left
  return itemEdge > edge + line.size || endsTightList(lines, index, context)
}

/** Whether a list of items of one line each, without gaps between them, ends with a gap above a line: its items have no further paragraphs. */
function endsTightList(lines: readonly Line[], index: number, { leading }: QuoteContext): boolean {
  const [further, above, line] = lines.slice(Math.max(0, index - 2), index + 1)
  if (!further || !above || !line) return false
  const areItems = [further, above].every(({ text }) => markerOf(text) !== undefined)
  const usual = line.size * leading * APART
  return areItems && above.y - further.y < usual && line.y - above.y > usual
}

/** How many lines end at an edge of their own, although the next word had room in the column; 0 where others end before it. */
function countEarly(paragraph: readonly Line[], context: QuoteContext): number {
  const [first] = paragraph
  if (!first || first.x - context.columnOf(first).left < first.size * INDENT_MIN) return 0
  const edge = edgeOf(paragraph)
  let count = 0
  for (const [at, line] of paragraph.entries()) {
    const next = paragraph[at + 1]
    // Of a word that is cut, as much stands on the line as had room.
    if (!next || CUT.test(line.text)) continue
    const width = line.right + firstWordWidth(next)
    if (width < edge - line.size * RAGGED) return 0
    if (line.text.length < LINE_MIN_CHARS) return 0
    if (width + line.size * LEFT_OVER < rightEdgeOf(line, context)) count += 1
  }
  return count
}

/** The right edge of the column; of one that takes most of its page, lines may all end before it, and margins are alike. */
function rightEdgeOf(line: Line, { columnOf, widthOf }: QuoteContext): number {
  const { left, right } = columnOf(line)
  const width = widthOf(line.page)
  const isWide = right - left > width * WIDE_SHARE
  const isNear = width - left - right < line.size * RAGGED_MAX
  return isWide && isNear ? Math.max(right, width - left) : right
}

/** What the first word of a line takes, and a blank before it. */
function firstWordWidth({ spans, x }: Line): number {
  let right = x
  let blank = 0
  for (const [at, span] of spans.entries()) {
    const before = spans[at - 1]
    if (before && isSpaced(before, span)) break
    const char = (span.right - span.x) / Math.max(1, span.text.length)
    if (at === 0) blank = char
    const chars = /^\S*/.exec(span.text)?.[0].length ?? 0
    right = span.x + chars * char
    if (chars < span.text.length) break
  }
  return right - x + blank
}
