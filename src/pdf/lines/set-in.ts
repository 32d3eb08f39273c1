import type { Line } from '../model.ts'
import type { Column } from './columns.ts'
import { isSpaced } from './lines.ts'
import { markerOf } from './markers.ts'

/** How far in a paragraph begins, in parts of the type size. */
const INDENT_MIN = 0.9
const INDENT_MAX = 8
/** How much further in its first line may begin, in parts of the type size. */
const FIRST_LINE_MIN = 0.8
const FIRST_LINE_MAX = 3
/** How far lines may begin from one edge, in points. */
const EDGE_PT = 1.5
/** Space between paragraphs, over that between lines. */
const APART = 1.22
/** Characters of full lines: those of addresses and verses are shorter. */
const LINE_MIN_CHARS = 25
/** What a right edge may miss, in parts of the type size. */
const RAGGED = 0.5
/** How far before its edge the longest line of a column ends at most, in parts of the type size. */
const RAGGED_MAX = 3
/** Space inside a line that parts cells, in parts of the type size. */
const WIDE_GAP = 2
/** Share of the width of its page that the only column takes. */
const WIDE_SHARE = 0.6
/** Lines that tell how far the text of a column goes, and the share of them that ends at one point where it is justified. */
const BODY_MIN_LINES = 2
const JUSTIFIED_SHARE = 0.4
/** A word that goes on in the next line. */
const CUT = /\p{L}[-‐\u00AD]$/u
/** What goes on after a dash. */
const GOES_ON = /^[-–—] \p{Ll}/u
/** What a table or a picture is called. */
const CAPTION =
  /^(?:table|tab\.|figure|fig\.|listing|tabelle|abbildung|abb\.|tableau|tabla|tabella|figura) ?\d/iu

/** Look-ups on the lines around a paragraph. */
export interface SetInContext {
  columnOf(line: Line): Column
  /** Whether a line is a heading, or part of a formula. */
  isOther(line: Line): boolean
  widthOf(page: number): number
  /** Usual distance of lines, as a multiple of the type size. */
  leading: number
}

/** A paragraph that begins further in than the text of its column: where, how far in, and its right edge. */
export interface SetIn {
  at: number
  first: Line
  lines: readonly Line[]
  indent: number
  edge: number
}

/** How far to the right the text of a column goes that begins at its left, and whether it is justified. */
export interface Body {
  right: number
  isJustified: boolean
  lineCount: number
}

/** The paragraph that begins at a line, if it is set in and its lines are those of running text. */
export function setInAt(
  lines: readonly Line[],
  at: number,
  context: SetInContext,
): SetIn | undefined {
  const { columnOf, leading } = context
  const first = lines[at] as Line
  const { id, left } = columnOf(first)
  if (!mayBeQuoted(first, context) || CAPTION.test(first.text)) return undefined
  const next = lines[at + 1]
  const isFirstLine =
    next !== undefined && columnOf(next).id === id && isFurtherIn(first, next) && next.x > left
  const x = isFirstLine ? next.x : first.x
  const indent = x - left
  if (indent < first.size * INDENT_MIN || indent > first.size * INDENT_MAX) return undefined
  let end = at + 1
  for (; end < lines.length; end += 1) {
    const line = lines[end] as Line
    const isNext =
      columnOf(line).id === id &&
      Math.abs(line.x - x) < EDGE_PT &&
      Math.abs(line.size - first.size) < first.size * 0.1 &&
      isClose(lines[end - 1] as Line, line, leading)
    if (!isNext || !(mayBeQuoted(line, context) || GOES_ON.test(line.text))) break
  }
  const paragraph = lines.slice(at, end)
  // The last line may hold a word that is longer than the line.
  const full = paragraph.length > 1 ? paragraph.slice(0, -1) : paragraph
  const edge = Math.max(...full.map(({ right }) => right))
  return { at, first, lines: paragraph, indent: Math.round(indent), edge }
}

function isFurtherIn(first: Line, next: Line): boolean {
  const further = first.x - next.x
  return further > first.size * FIRST_LINE_MIN && further < first.size * FIRST_LINE_MAX
}

/** Whether a line is one of running text, and of no table, list, heading or formula. */
export function mayBeQuoted(line: Line, { isOther }: SetInContext): boolean {
  if (line.table || !line.upright || line.mono || isOther(line) || markerOf(line.text)) return false
  return line.spans.every((span, at) => {
    const before = line.spans[at - 1]
    return !before || span.x - before.right < line.size * WIDE_GAP
  })
}

/** Whether a line stands under another at the distance of lines of one paragraph. */
export function isClose(above: Line, line: Line, leading: number): boolean {
  return line.y > above.y && line.y - above.y <= line.size * leading * APART
}

/** Whether lines were broken where the next word had no room before their own edge: those of addresses and verses are not. */
export function isWrapped({ lines, edge }: SetIn): boolean {
  const last = lines.at(-1) as Line
  if (last.right > edge + last.size && lines.length < 3) return false
  return lines.every((line, at) => {
    const next = lines[at + 1]
    // Of a word that is cut, as much stands on the line as had room.
    if (!next || CUT.test(line.text)) return true
    return (
      line.text.length >= LINE_MIN_CHARS &&
      line.right + firstWordWidth(next) >= edge - line.size * RAGGED
    )
  })
}

/** How many lines end before an edge, although the next word had room there. */
export function countEarly({ lines }: SetIn, right: number, leftOver: number): number {
  return lines.filter((line, at) => {
    const next = lines[at + 1]
    if (!next || CUT.test(line.text)) return false
    return line.right + firstWordWidth(next) + line.size * leftOver < right
  }).length
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

/** What the text that begins at the left of its column tells of the columns of a document; none before the first of it. */
export class Bodies {
  readonly #columns = new Map<number, Body>()
  readonly #byLeft = new Map<number, Body>()
  readonly #lines = new Set<Line>()
  /** How far in the first lines of paragraphs begin. */
  readonly #firstLines = new Set<number>()
  readonly #start: number

  constructor(lines: readonly Line[], context: SetInContext) {
    const { columnOf, widthOf } = context
    const bodies = new Map<number, Line[]>()
    let start = lines.length
    for (const [at, line] of lines.entries()) {
      const { id, left, right } = columnOf(line)
      const isBody = line.x - left < line.size * 0.3 && line.text.length >= LINE_MIN_CHARS
      if (!isBody || !mayBeQuoted(line, context)) continue
      if (right - line.right < line.size * RAGGED_MAX) start = Math.min(start, at)
      this.#lines.add(line)
      const before = lines[at - 1]
      if (before && isClose(before, line, context.leading) && isFurtherIn(before, line))
        this.#firstLines.add(Math.round(before.x - left))
      const body = bodies.get(id)
      if (body) body.push(line)
      else bodies.set(id, [line])
    }
    this.#start = start
    for (const [id, body] of bodies) {
      const [first] = body
      if (!first || body.length < BODY_MIN_LINES) continue
      const { left } = columnOf(first)
      const found = bodyOf(body, left, widthOf(first.page))
      this.#columns.set(id, found)
      const others = this.#byLeft.get(Math.round(left))
      if (!others || others.lineCount < found.lineCount) this.#byLeft.set(Math.round(left), found)
    }
  }

  /** How many lines begin at the left. */
  get count(): number {
    return this.#lines.size
  }

  /** Whether a paragraph of one line begins where the first lines of others do. */
  isFirstLine({ lines, indent }: SetIn): boolean {
    return lines.length === 1 && this.#firstLines.has(indent)
  }

  /** The text around a line. */
  around(at: number, { id, left }: Column): Body | undefined {
    if (at < this.#start) return undefined
    return this.#columns.get(id) ?? this.#byLeft.get(Math.round(left))
  }
}

function bodyOf(lines: readonly Line[], left: number, width: number): Body {
  const rights = lines.map(({ right }) => right).toSorted((a, b) => b - a)
  const size = lines[0]?.size ?? 0
  // A single line may go beyond.
  const most = rights[rights.length > BODY_MIN_LINES ? 1 : 0] ?? 0
  const agreed = rights.filter((right) => Math.abs(right - most) < EDGE_PT).length
  const isJustified = agreed >= BODY_MIN_LINES && agreed >= rights.length * JUSTIFIED_SHARE
  // Of a column that takes most of its page, ragged lines may all end before its edge, and margins are alike.
  const isWide = most - left > width * WIDE_SHARE
  const isNear = width - left - most < size * RAGGED_MAX
  const right = isWide && isNear && !isJustified ? Math.max(most, width - left) : most
  return { right, isJustified, lineCount: lines.length }
}
