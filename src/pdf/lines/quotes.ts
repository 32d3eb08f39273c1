import type { Line, Upright } from '../model.ts'
import { findItemAbove, isOfTightList } from './item-above.ts'
import { markerOf } from './markers.ts'
import { countBeside, findBars, isFramed } from './quote-bars.ts'
import {
  Bodies,
  type Body,
  countEarly,
  isClose,
  isWrapped,
  mayBeQuoted,
  type SetIn,
  setInAt,
  type SetInContext,
} from './set-in.ts'

/** How far lines may end from one edge, in points. */
const EDGE_PT = 1.5
/** How far in ragged text begins that is quoted, and the space left at the right of its lines, in parts of the type size. */
const INDENT_MIN = 1.5
const LEFT_OVER = 0.6
/** How far the space at the right of justified text may differ from that at its left, in points. */
const MIRROR_PT = 2
/** Space at the right over that at the left. */
const MIRROR_MIN = 0.4
const MIRROR_MAX = 2.5
/** How far in text begins that is set in on the left only, in parts of the type size, and how many paragraphs may stand together. */
const LEFT_INDENT_MIN = 2.5
const RUN_MAX_COUNT = 3
/** Words of a line that is a sentence. */
const SENTENCE = /^[\p{Lu}\p{Lo}"“„«[(].*\s.*\s.*\s.*[.!?…:。]["”’)\]]*$/u
/** Full lines at one indent, none of which goes further than a quotation would, that show it to be that of quotations. */
const POOL_MIN_LINES = 3
/** How much further in the first line of a paragraph may begin, in parts of the type size. */
const FIRST_LINE_MAX = 3
/** How far below a quotation that stands which belongs to it, over the distance of lines. */
const NEAR = 2.2
/** Lines inside a quotation that are no running text. */
const BETWEEN_MAX_LINES = 40
const ATTRIBUTION = /^(?:[—―–]|--) ?[\p{Lu}\p{Lt}\p{Lo}"“„«]/u

/** Look-ups on the lines around a quotation. */
export interface QuoteContext extends SetInContext {
  verticalsOf(page: number): readonly Upright[]
}

/** Lines that are quoted: set in on both sides, alone between others that are not, or beside a bar; with what stands between them. */
export function findQuotes(lines: readonly Line[], context: QuoteContext): ReadonlySet<Line> {
  const finder = new QuoteFinder(lines, context)
  finder.takeCertain()
  finder.takeOthers()
  finder.fill()
  return finder.quoted
}

class QuoteFinder {
  readonly quoted = new Set<Line>()
  readonly #lines: readonly Line[]
  readonly #context: QuoteContext
  readonly #bodies: Bodies
  readonly #barred = new Set<Line>()
  readonly #open: { setIn: SetIn; body: Body }[] = []
  /** The right edge of quotations, by their indent. */
  readonly #edges = new Map<number, number>()

  constructor(lines: readonly Line[], context: QuoteContext) {
    this.#lines = lines
    this.#context = context
    this.#bodies = new Bodies(lines, context)
  }

  /** Takes what is set in on both sides, or stands beside a bar; the rest of a quotation may go on in the next column. */
  takeCertain(): void {
    const lines = this.#lines
    const barsOf = findBars(this.#context.verticalsOf)
    let last: SetIn | undefined
    for (let index = 0; index < lines.length;) {
      const beside = countBeside(lines, index, { ...this.#context, barsOf })
      for (const line of lines.slice(index, index + beside)) this.#barred.add(line)
      for (const line of lines.slice(index, index + beside)) this.quoted.add(line)
      index += beside
      if (beside > 0) continue
      const rest = last ? this.#countRest(index, last) : 0
      for (const line of lines.slice(index, index + rest)) this.quoted.add(line)
      index += rest
      if (rest > 0) continue
      const setIn = setInAt(lines, index, this.#context)
      const body = setIn && this.#bodies.around(index, this.#context.columnOf(setIn.first))
      if (setIn && body && this.#mayBe(setIn)) {
        if (this.#isOnBothSides(setIn, body)) {
          this.#quote(setIn)
          last = setIn
        } else this.#open.push({ setIn, body })
      }
      index += Math.max(1, setIn?.lines.length ?? 0)
    }
  }

  #mayBe(setIn: SetIn): boolean {
    return (
      isWrapped(setIn) && !this.#bodies.isFirstLine(setIn) && !isFramed(setIn.first, this.#context)
    )
  }

  /** Takes paragraphs at the indent of quotations, and those that somebody is named below, or that stand alone. */
  takeOthers(): void {
    const pooled = this.#pool()
    const rest: { setIn: SetIn; body: Body }[] = []
    for (const one of this.#open) {
      const { setIn } = one
      const above = this.#lines[setIn.at - 1]
      const follows =
        above !== undefined && this.quoted.has(above) && above.size === setIn.first.size
      const indent = follows ? this.#indentAbove(setIn) : setIn.indent
      const isKnown =
        setIn.edge <= (this.#edges.get(indent) ?? 0) + EDGE_PT || pooled.has(setIn.indent)
      if ((isKnown || this.#isAttributed(setIn)) && (follows || this.#standsAlone(setIn)))
        this.#quote(setIn)
      else rest.push(one)
    }
    const counts = new Map<number, number>()
    for (const { setIn } of rest)
      counts.set(setIn.indent, (counts.get(setIn.indent) ?? 0) + setIn.lines.length)
    for (const run of runsOf(rest)) {
      const count = counts.get(run[0]?.setIn.indent ?? 0) ?? 0
      if (count < this.#bodies.count && this.#isAlone(run))
        for (const { setIn } of run) for (const line of setIn.lines) this.quoted.add(line)
    }
  }

  #quote({ lines: said, indent, edge }: SetIn): void {
    this.#edges.set(indent, Math.max(this.#edges.get(indent) ?? 0, edge))
    for (const line of said) this.quoted.add(line)
  }

  #isNear(above: Line, line: Line): boolean {
    const down = line.y - above.y
    return line.page === above.page && down > 0 && down < line.size * this.#context.leading * NEAR
  }

  /** Whether no space parts a line from the one above. */
  #goesOn(at: number): boolean {
    const { columnOf, leading } = this.#context
    const [above, line] = [this.#lines[at - 1], this.#lines[at]]
    if (!above || !line || above.table || columnOf(above).id !== columnOf(line).id) return false
    return isClose(above, line, leading)
  }

  /** How many lines at the upper end of a column are as wide as the quotation at the lower end of the one before. */
  #countRest(at: number, { first: { x }, edge, lines: said }: SetIn): number {
    const { columnOf } = this.#context
    const [first, above] = [this.#lines[at] as Line, this.#lines[at - 1]]
    if (!above || above !== said.at(-1) || columnOf(above).id === columnOf(first).id) return 0
    const right = first.x + edge - x
    let end = at
    let full = 0
    for (; end < this.#lines.length; end += 1) {
      const line = this.#lines[end] as Line
      const isRest =
        columnOf(line).id === columnOf(first).id &&
        Math.abs(line.x - first.x) < EDGE_PT &&
        line.right < right + MIRROR_PT &&
        mayBeQuoted(line, this.#context)
      if (!isRest) break
      if (Math.abs(line.right - right) < MIRROR_PT) full += 1
    }
    return full > 1 ? end - at : 0
  }

  /** Whether a paragraph is set in on the right, too, and is no part of what is above. */
  #isOnBothSides(setIn: SetIn, body: Body): boolean {
    const { at, first, indent, edge } = setIn
    const isFlush = isMirrored(setIn, body)
    if (!isFlush && indent < first.size * INDENT_MIN) return false
    if (!isFlush && countEarly(setIn, body.right, LEFT_OVER) === 0) return false
    if (this.#goesOn(at) && !(isFlush && setIn.lines.length > 2)) return false
    // Of an item that begins where it does, the text goes further to the right.
    const item = findItemAbove(this.#lines, at, this.#context)
    const { left } = this.#context.columnOf(first)
    if (!item || item.edge > edge - left + first.size) return true
    return isOfTightList(this.#lines, item.at, this.#context) && !this.#goesOn(at)
  }

  /** Whether no item of a list is above to which a paragraph could belong. */
  #standsAlone({ at }: SetIn): boolean {
    if (this.#goesOn(at)) return false
    const item = findItemAbove(this.#lines, at, this.#context)
    return !item || isOfTightList(this.#lines, item.at, this.#context)
  }

  /** The indents at which no paragraph goes further than a quotation would, although several lines of them are full. */
  #pool(): ReadonlySet<number> {
    const counts = new Map<number, number>()
    for (const { setIn, body } of this.#open) {
      const { at, first, indent, edge } = setIn
      if (indent < first.size * INDENT_MIN || this.#goesOn(at)) continue
      if (findItemAbove(this.#lines, at, this.#context)) continue
      const isShort = body.right - edge > indent * MIRROR_MIN
      const count = isShort ? setIn.lines.length - 1 : Number.NEGATIVE_INFINITY
      counts.set(indent, (counts.get(indent) ?? 0) + count)
    }
    const enough = [...counts].filter(([, count]) => count >= POOL_MIN_LINES)
    return new Set(enough.map(([indent]) => indent))
  }

  /** The indent of the quotation above whose next paragraph has an indented first line. */
  #indentAbove({ first, indent }: SetIn): number {
    const nearest = Math.max(...[...this.#edges.keys()].filter((one) => one <= indent))
    return indent - nearest < first.size * FIRST_LINE_MAX ? nearest : indent
  }

  #isAttributed({ at, first, lines: said }: SetIn): boolean {
    const end = at + said.length
    return isAttribution(this.#lines, end) && this.#isAtLeast(end, first)
  }

  /**
   * Whether a few paragraphs stand between others that begin at the left, as something apart: no lines in the middle, and neither
   * what a label at the left belongs to nor what explains a word.
   */
  #isAlone(run: readonly { setIn: SetIn; body: Body }[]): boolean {
    const [{ setIn, body }, last] = [
      run[0] as { setIn: SetIn; body: Body },
      run.at(-1)?.setIn as SetIn,
    ]
    const { at, first, indent, lines: said } = setIn
    if (run.length > RUN_MAX_COUNT || findItemAbove(this.#lines, at, this.#context)) return false
    if (said.length > 1 ? indent < first.size * LEFT_INDENT_MIN : !isSentence(setIn, body))
      return false
    const end = last.at + last.lines.length
    const [above, below] = [this.#lines[at - 1], this.#lines[end]]
    if (this.#goesOn(at) || this.#goesOn(end) || !this.#isAtLeft(above) || !this.#isAtLeft(below))
      return false
    return (
      above?.page === first.page &&
      below?.page === last.first.page &&
      !above.spans.some(({ x }) => Math.abs(x - first.x) < EDGE_PT)
    )
  }

  #isAtLeft(line: Line | undefined): boolean {
    if (!line) return false
    return line.x - this.#context.columnOf(line).left < line.size * 0.3 && !markerOf(line.text)
  }

  #isAtLeast(at: number, first: Line): boolean {
    const { columnOf } = this.#context
    const line = this.#lines[at] as Line
    return line.x - columnOf(line).left > first.x - columnOf(first).left - EDGE_PT
  }

  /** Adds the headings above quotations, lists, code and the like between their paragraphs, and who is quoted. */
  fill(): void {
    const lines = this.#lines
    for (let at = 0; at < lines.length; at += 1) {
      const first = lines[at] as Line
      if (!this.quoted.has(first)) continue
      for (let above = at - 1; above >= 0 && this.#isHeadOf(above, first); above -= 1)
        this.quoted.add(lines[above] as Line)
      let end = at
      let edge = 0
      for (; end < lines.length && this.quoted.has(lines[end] as Line); end += 1)
        edge = Math.max(edge, this.#rightOf(end))
      const more = this.#countMore(end, first, edge)
      for (const line of lines.slice(end, end + more)) this.quoted.add(line)
      at = end + more - 1
    }
  }

  #rightOf(at: number): number {
    const line = this.#lines[at] as Line
    return line.right - this.#context.columnOf(line).left
  }

  /** Whether a line is a heading that is set in as the quotation below it is. */
  #isHeadOf(at: number, first: Line): boolean {
    const { columnOf, isOther } = this.#context
    const [line, below] = [this.#lines[at] as Line, this.#lines[at + 1] as Line]
    const indent = first.x - columnOf(first).left
    if (this.quoted.has(line) || !isOther(line) || !this.#isNear(line, below)) return false
    return indent > first.size * 0.5 && Math.abs(line.x - columnOf(line).left - indent) < EDGE_PT
  }

  /** How many lines after a quotation belong to it: as far as another part of it, else the items of a list and who is quoted. */
  #countMore(end: number, first: Line, edge: number): number {
    const isInside = (at: number): boolean =>
      this.#isAtLeast(at, first) &&
      (this.#rightOf(at) < edge + first.size || this.#lines[at]?.mono === true)
    let items = 0
    let isList = true
    for (let at = end; at < Math.min(this.#lines.length, end + BETWEEN_MAX_LINES); at += 1) {
      const line = this.#lines[at] as Line
      if (this.quoted.has(line) && Math.abs(line.size - first.size) < 1) return at - end
      if (!isInside(at)) break
      const above = this.#lines[at - 1] as Line
      const isItem = markerOf(line.text) !== undefined || this.#goesOn(at)
      isList &&= line.page === above.page ? isItem && this.#isNear(above, line) : items > 0
      if (isList) items = at + 1 - end
    }
    if (items > 0 && !this.#barred.has(first)) return items
    return isAttribution(this.#lines, end) && this.#isAtLeast(end, first) ? 1 : 0
  }
}

/** Whether the lines of justified text leave the space at their right that they leave at their left. */
function isMirrored({ lines, indent, edge }: SetIn, { right, isJustified }: Body): boolean {
  const full = lines.slice(0, -1)
  const space = right - edge
  if (!isJustified || full.length === 0) return false
  if (full.some((line) => edge - line.right > EDGE_PT)) return false
  if (Math.abs(space - indent) < MIRROR_PT) return true
  return full.length > 1 && space > indent * MIRROR_MIN && space < indent * MIRROR_MAX
}

/** Whether a line is a sentence, and does not stand in the middle. */
function isSentence({ first, indent, edge }: SetIn, { right }: Body): boolean {
  const isInMiddle = Math.abs(right - edge - indent) < first.size
  return indent > first.size * INDENT_MIN && !isInMiddle && SENTENCE.test(first.text)
}

/** Paragraphs that follow each other at one indent. */
function runsOf<Placed extends { setIn: SetIn }>(open: readonly Placed[]): Placed[][] {
  const runs: Placed[][] = []
  for (const one of open) {
    const last = runs.at(-1)?.at(-1)?.setIn
    const { at, indent } = one.setIn
    if (last && last.at + last.lines.length === at && last.indent === indent) runs.at(-1)?.push(one)
    else runs.push([one])
  }
  return runs
}

/** Whether a line says who is quoted above it: it begins with a dash, and none of a list. */
export function isAttribution(lines: readonly Line[], at: number): boolean {
  const [above, line, below] = [lines[at - 1], lines[at], lines[at + 1]]
  if (!line || line.page !== above?.page || !ATTRIBUTION.test(line.text)) return false
  return ![above, below].some((other) => other && ATTRIBUTION.test(other.text))
}
