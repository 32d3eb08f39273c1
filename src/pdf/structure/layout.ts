import { findBareNumbers } from '../lines/bare-numbers.ts'
import { writeCodeLines } from '../lines/code.ts'
import { type Column, findColumns, typicalLeading } from '../lines/columns.ts'
import { findFormulas, writeFormula } from '../lines/formulas.ts'
import { Vocabulary } from '../lines/hyphens.ts'
import { type Marker, markerOf } from '../lines/markers.ts'
import { findQuotes, isAttribution } from '../lines/quotes.ts'
import { appendSpans, toRuns, withoutStart } from '../lines/runs.ts'
import type { Block, Column as TableColumn, Line, Rule, Run, Span, Upright } from '../model.ts'
import type { Removed } from '../removed.ts'
import { isBeside, isHeadless, matchColumns, type PlacedTable } from '../tables/table-columns.ts'
import { alignedText } from '../tables/table-text.ts'
import { type FoundTable, mayBeginTable, readTableAt } from '../tables/tables.ts'
import type { HeadingPlan } from './headings.ts'
import { atPlaces, joinTables } from './join-pages.ts'
import { ListStack } from './list-stack.ts'

/** Space between paragraphs, as a multiple of that between lines. */
const PARAGRAPH_GAP = 1.22
/** Space up to which lines of code belong together, in parts of the type size. */
const CODE_GAP = 3.3
/** Lines that are enough to measure the width of a column. */
const COLUMN_MIN_LINES = 3
/** What a table or a picture is called, and its number. */
const CAPTION =
  /^(?:table|tab\.|figure|fig\.|listing|tabelle|abbildung|abb\.|tableau|tabla|tabella|figura)\s\d{1,3}(?:\.\d{1,3})*:\s/iu
/** How far the first rows of two tables beside each other may differ in height, in points. */
const SAME_HEIGHT_PT = 6
/** How far from the rows above and below a line stands between them, in points. */
const BETWEEN_PT = 2
/** Space after a bullet, in parts of the type size. */
const BULLET_GAP = 0.5
/** A word that goes on in the next line, whatever it goes on with: `COVID-` and `19`. */
const COMPOUND = /[\p{L}\p{N}][-‐\u00AD]$/u
const DOT_LEADERS = /\.{5,}|(?:\. ){5,}/

/** What the layout needs to know besides the lines. */
export interface LayoutContext {
  headings: HeadingPlan
  rulesOf(page: number): readonly Rule[]
  verticalsOf(page: number): readonly Upright[]
  widthOf(page: number): number
  /** Told of each row that is left out. */
  report(removed: Removed): void
}

/**
 * Builds the blocks of an untagged document from its lines in reading order: tables, headings, code,
 * list items, and paragraphs, which may go on in the next column or on the next page.
 */
export function buildLayoutBlocks(lines: readonly Line[], context: LayoutContext): Block[] {
  return new Layout(lines, context).build()
}

/** A table that another may go on from. */
interface PlacedRuns {
  rows: Run[][][]
  columns: readonly TableColumn[]
  top: number
  bottom: number
  lastPage: number
}

class Layout {
  readonly #lines: readonly Line[]
  readonly #headings: HeadingPlan
  readonly #context: LayoutContext
  readonly #columns: ReadonlyMap<Line, Column>
  readonly #vocabulary: Vocabulary
  readonly #leading: number
  readonly #blocks: Block[] = []
  readonly #lists: ListStack
  readonly #formulas: ReadonlyMap<Line, number>
  readonly #bareNumbers: ReadonlyMap<Line, Marker>
  readonly #isQuoted: boolean
  readonly #quoted: ReadonlySet<Line>
  /** The last table. */
  #table: PlacedRuns | undefined
  /** The paragraph that the next line may belong to, and its lines so far. */
  #open: { runs: Run[]; last: Line; first: Line; lineCount: number } | undefined

  /** With the layout that a quotation stands in, where the lines are those of one. */
  constructor(lines: readonly Line[], context: LayoutContext, outer?: Layout) {
    this.#lines = lines
    this.#headings = context.headings
    this.#context = context
    this.#columns = findColumns(lines)
    this.#vocabulary = outer ? outer.#vocabulary : new Vocabulary(lines)
    this.#leading = outer
      ? outer.#leading
      : typicalLeading(lines, (line) => this.#column(line).right)
    this.#isQuoted = outer !== undefined
    this.#lists = new ListStack(this.#blocks)
    this.#bareNumbers = findBareNumbers(lines)
    this.#formulas = findFormulas(lines, {
      columnOf: (line) => this.#column(line),
      isHeading: (line) => this.#headings.has(line),
    })
    this.#quoted = this.#isQuoted
      ? new Set()
      : findQuotes(lines, {
          columnOf: (line) => this.#column(line),
          isOther: (line) => this.#headings.has(line) || this.#formulas.has(line),
          verticalsOf: context.verticalsOf,
          widthOf: context.widthOf,
          leading: this.#leading,
        })
  }

  build(): Block[] {
    for (let index = 0; index < this.#lines.length;) {
      const line = this.#lines[index] as Line
      index +=
        this.#takeQuote(line, index) ||
        this.#takeHeading(line, index) ||
        this.#takeFormula(line, index) ||
        this.#takeTable(line, index) ||
        this.#takeItem(line, index) ||
        this.#takeCode(line, index) ||
        this.#takeText(line)
    }
    return this.#blocks
  }

  #column(line: Line): Column {
    return this.#columns.get(line) as Column
  }

  /** Distance from the left edge of the column. */
  #indent(line: Line): number {
    return line.x - this.#column(line).left
  }

  #takeQuote({ page }: Line, index: number): number {
    let end = index
    while (end < this.#lines.length && this.#quoted.has(this.#lines[end] as Line)) end += 1
    if (end === index) return 0
    const blocks = new Layout(this.#lines.slice(index, end), this.#context, this).build()
    this.#close()
    this.#lists.close()
    this.#blocks.push({ kind: 'quote', page, blocks })
    return end - index
  }

  #takeHeading(line: Line, index: number): number {
    const heading = this.#headings.get(line)
    if (!heading) return 0
    const group = this.#lines.slice(index, index + heading.lineCount)
    const runs = toRuns(group, this.#vocabulary).map((run) => ({
      ...run,
      bold: false,
      italic: false,
    }))
    this.#close()
    this.#lists.close()
    this.#blocks.push({ kind: 'heading', page: line.page, level: heading.level, runs })
    return group.length
  }

  #takeFormula(line: Line, index: number): number {
    const count = this.#formulas.get(line)
    if (count === undefined) return 0
    const rules = this.#context.rulesOf(line.page)
    const lines = writeFormula(this.#lines.slice(index, index + count), rules)
    this.#close()
    this.#lists.leaveTo(this.#indent(line), line.size)
    this.#lists.add({ kind: 'formula', page: line.page, lines })
    return count
  }

  #takeTable(line: Line, index: number): number {
    if (line.table) return this.#addTable(line, line.table, 1)
    if (!mayBeginTable(this.#lines, index)) return 0
    const table = readTableAt(this.#lines, index, {
      rulesOf: this.#context.rulesOf,
      isHeading: (one) => this.#headings.has(one) || this.#formulas.has(one),
    })
    if (!table || (table.columns.length === 2 && this.#bareNumbers.has(line))) return 0
    if (table.fault) return this.#addText(line, table)
    for (const removed of table.removed) this.#context.report(removed)
    return this.#addTable(line, table, table.lineCount)
  }

  /** A table that the page speaks against, as its text: better none than a wrong one. */
  #addText({ page }: Line, { rows, lineCount }: FoundTable): number {
    this.#close()
    this.#lists.close()
    this.#blocks.push({ kind: 'code', page, lines: alignedText(rows), isTable: true })
    return lineCount
  }

  #addTable({ page }: Line, { rows: cells, columns }: PlacedTable, lineCount: number): number {
    const rows = cells.map((row) => row.map((cell) => toRuns(cell, this.#vocabulary)))
    const headless = isHeadless(rows)
    // The head of a table is bold without being marked.
    const head = rows[0]?.flat() ?? []
    if (head.every(({ bold }) => bold)) for (const run of head) run.bold = false
    this.#close()
    this.#lists.close()
    const lastPage = pageOf(cells) ?? page
    const top = cells[0]?.flat()[0]?.y ?? 0
    const bottom = Math.max(...(cells.at(-1)?.flat() ?? []).map(({ y }) => y))
    if (!this.#continueTable(rows, { columns, page, top })) {
      this.#blocks.push({ kind: 'table', page, rows, isHeadless: headless })
      this.#table = { rows, columns, top, bottom, lastPage }
    } else if (this.#table) this.#table = { ...this.#table, bottom, lastPage }
    return lineCount
  }

  /** Adds rows to a table that goes on in the next column or on the next page. */
  #continueTable(
    rows: Run[][][],
    { columns, page, top }: { columns: readonly TableColumn[]; page: number; top: number },
  ): boolean {
    const last = this.#blocks.at(-1)
    const before = this.#table
    if (last?.kind !== 'table' || before?.rows !== last.rows) return false
    const isSamePage = before.lastPage === page
    if (isSamePage && goesOnBelow(before, rows, columns) && this.#isEmptyBetween(before, top)) {
      last.rows.push(...rows)
      return true
    }
    if (isSamePage && !isBeside(before.columns, columns)) return false
    // One that begins at the height of the other is another, unless it has no head.
    const isAnother = Math.abs(top - before.top) < SAME_HEIGHT_PT && !isHeadless(rows)
    if (isSamePage && isAnother) return false
    // Of fewer columns on another page it is not known how far they were moved.
    const isMovable = before.lastPage === page || columns.length >= before.columns.length
    const places = matchColumns(before.columns, columns, isMovable ? undefined : 0)
    const fitted = places ? atPlaces(rows, places, before.columns.length) : rows
    return joinTables(last.rows, fitted, page, this.#context.report)
  }

  /** Whether nothing stands between the last row of a table and a place further down. */
  #isEmptyBetween({ bottom, lastPage, columns }: PlacedRuns, top: number): boolean {
    const [x, right] = [columns[0]?.x ?? 0, columns.at(-1)?.right ?? 0]
    const isBetween = (line: Line): boolean =>
      line.page === lastPage && line.y > bottom + BETWEEN_PT && line.y < top - BETWEEN_PT
    return (
      top > bottom &&
      !this.#lines.some((line) => isBetween(line) && line.x < right && line.right > x)
    )
  }

  #takeItem(line: Line, index: number): number {
    const marker = markerOf(line.text) ?? this.#bareNumbers.get(line)
    if (!marker || !this.#isItem(line, marker)) return 0
    if (this.#isQuoted && isAttribution(this.#lines, index)) return this.#takeAttribution(line)
    this.#close()
    const rest = withoutStart(line.spans, marker.length)
    const runs: Run[] = []
    appendSpans(runs, marker.isText ? line.spans : rest, this.#vocabulary)
    const textIndent = (rest[0]?.x ?? line.right) - this.#column(line).left
    this.#lists.addItem(this.#indent(line), textIndent, marker.marker, line)
    if (runs.length > 0) this.#lists.add({ kind: 'paragraph', page: line.page, runs })
    this.#open = { runs, last: line, first: line, lineCount: 1 }
    return 1
  }

  /** Who is quoted is a paragraph, though a dash stands before it. */
  #takeAttribution(line: Line): number {
    this.#close()
    this.#lists.close()
    return this.#takeText(line)
  }

  #isItem(line: Line, { marker, length }: Marker): boolean {
    const first = line.spans[0]
    if (!first || (first.mono && line.mono && !/^[•●○◦▪■]/.test(line.text))) return false
    // A sentence that happens to break before a number or a dash goes on.
    if (this.#open && this.#flows(this.#open.last, line) && this.#isFull(this.#open.last, line)) {
      const isBullet =
        marker === undefined && (!/^[-–—*·]/.test(line.text) || standsApart(line.spans))
      if (!isBullet && !this.#lists.isAtMarker(this.#indent(line), line.size)) return false
    }
    return length < line.text.length || marker === undefined
  }

  #takeCode(line: Line, index: number): number {
    if (!line.mono || !line.upright || this.#isInline(line)) return 0
    let end = index + 1
    while (end < this.#lines.length && this.#isSameCode(end)) end += 1
    const group = this.#lines.slice(index, end)
    this.#close()
    this.#lists.leaveTo(this.#indent(line), line.size)
    this.#lists.add({ kind: 'code', page: line.page, lines: writeCodeLines(group) })
    return group.length
  }

  #isSameCode(at: number): boolean {
    const before = this.#lines[at - 1] as Line
    const line = this.#lines[at] as Line
    if (!line.mono || !line.upright || this.#headings.has(line)) return false
    if (this.#column(line).id !== this.#column(before).id) return line.page - before.page < 2
    const down = line.y - before.y
    return down > 0 && down < line.size * CODE_GAP
  }

  /** Whether a line of nothing but code belongs to the text around it. */
  #isInline(line: Line): boolean {
    const open = this.#open
    if (!open || !this.#flows(open.last, line)) return false
    return this.#isFull(open.last, line) && !open.last.mono
  }

  #takeText(line: Line): number {
    const open = this.#open
    if (open && this.#continues(open, line)) {
      appendSpans(open.runs, line.spans, this.#vocabulary)
      this.#open = { ...open, last: line, lineCount: open.lineCount + 1 }
      return 1
    }
    const runs = toRuns([line], this.#vocabulary)
    const paragraph: Block = { kind: 'paragraph', page: line.page, runs }
    this.#lists.leaveTo(this.#indent(line), line.size)
    this.#lists.add(paragraph)
    this.#open = { runs, last: line, first: line, lineCount: 1 }
    return 1
  }

  #close(): void {
    this.#open = undefined
  }

  #continues(
    { first, last, lineCount }: { first: Line; last: Line; lineCount: number },
    line: Line,
  ): boolean {
    if (DOT_LEADERS.test(last.text) || last.upright !== line.upright) return false
    if (CAPTION.test(line.text)) return false
    if (Math.abs(last.size - line.size) > Math.max(last.size, line.size) * 0.2) return false
    if (this.#column(last).id !== this.#column(line).id) return this.#continuesElsewhere(last, line)
    if (!this.#flows(last, line)) return false
    if (COMPOUND.test(last.text)) return true
    const indent = this.#indent(line) - this.#indent(last)
    const isFirstLine = lineCount === 1 && !markerOf(first.text)
    // An indented first line begins a paragraph, unless all but the first are indented.
    if (
      indent > line.size * 0.8 &&
      indent < line.size * 5 &&
      !isFirstLine &&
      !markerOf(last.text)
    ) {
      return false
    }
    if (last.bold && !line.bold && lineCount === 1) return this.#isFull(last, line)
    return this.#isFull(last, line) || !/^[\p{Lu}\p{Lo}\p{N}"“‘(]/u.test(line.text)
  }

  /** Whether the line stands under the other at the distance of lines of one paragraph. */
  #flows(last: Line, line: Line): boolean {
    if (this.#column(last).id !== this.#column(line).id) return false
    const down = line.y - last.y
    const size = Math.max(last.size, line.size)
    const most = Math.min(last.size, line.size) * this.#leading * PARAGRAPH_GAP
    return down > size * 0.4 ? down < most : Math.abs(down) < size * 0.4
  }

  /** Whether the first word of the next line had no room at the end of this one. */
  #isFull(last: Line, line: Line): boolean {
    const first = line.spans[0]
    const word = /^\S+/.exec(line.text)?.[0].length ?? 0
    const chars = first ? (first.right - first.x) / Math.max(1, first.text.length) : line.size * 0.5
    const room = this.#column(last).right - last.right
    return room < (word + 1) * chars + last.size * 0.3
  }

  /** Whether a paragraph goes on in the next column or on the next page. */
  #continuesElsewhere(last: Line, line: Line): boolean {
    if (line.page - last.page > 1) return false
    if (COMPOUND.test(last.text)) return true
    if (/[.!?:;。！？：]["”’')\]]?$/.test(last.text)) return false
    // Of a few lines it is ambiguous how wide their column is.
    const isKnown = this.#column(last).lineCount >= COLUMN_MIN_LINES
    return /^[\p{Ll}(]/u.test(line.text) || (isKnown && this.#isFull(last, line))
  }
}

/** Whether more than the space of a word parts the first span from the next, as it does a bullet from its text. */
function standsApart([first, next]: readonly Span[]): boolean {
  return first !== undefined && next !== undefined && next.x - first.right > next.size * BULLET_GAP
}

/** Whether rows below a table go on in its columns with values like those in it: a wide space between rows ends no table. */
function goesOnBelow(
  { rows, columns }: PlacedRuns,
  below: readonly Run[][][],
  columnsBelow: readonly TableColumn[],
): boolean {
  if (columns.length !== columnsBelow.length || !matchColumns(columns, columnsBelow, 0))
    return false
  const [first = []] = below
  return isHeadless([first, ...rows.slice(1), ...below.slice(1)])
}

/** The page of the last row. */
function pageOf(rows: readonly Line[][][]): number | undefined {
  return rows.at(-1)?.flat()[0]?.page
}
