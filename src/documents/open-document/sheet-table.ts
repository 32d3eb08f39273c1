import { CellGrid, columnLetters, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../cell-grid.ts'
import type { CellComment } from '../comments.ts'
import type { DocumentWriter } from '../document-writer.ts'

/** Cells that one repeated cell or row is written as; programs repeat what is blank to the end of a sheet. */
const REPEATS_MAX_COUNT = 10_000
/** Cells that all repeats of one sheet are written as, shown or not. */
const WRITTEN_MAX_COUNT = 1_000_000
/** Pictures and lines in boxes of one sheet. */
const DRAWN_MAX_COUNT = 1_000
/** Runs of hidden columns, and of blanks in one text. */
const HIDDEN_MAX_COUNT = 1_000
const BLANKS_MAX_COUNT = 100

interface OpenCell {
  repeats: number
  isCovered: boolean
  type: string
  /** Value of a date or time in ISO 8601; of others only the text counts. */
  moment: string | undefined
  lines: string[]
  href: string | undefined
}

/** A cell of the row that is being read: it may have to be repeated with the row. */
interface RowCell {
  from: number
  to: number
  text: string
  isValue: boolean
  href: string | undefined
}

type Attributes = ReadonlyMap<string, string>

/** Takes one table of an OpenDocument sheet from its XML (OpenDocument 1.3, part 3, 9), the cells as they are shown. */
export class SheetTable {
  readonly name: string
  readonly grid: CellGrid
  readonly hiddenColumns: [number, number][] = []
  /** First and last row of each run that is not shown. */
  readonly hiddenRows: [number, number][] = []
  /** Names of pictures, and texts in boxes beside the cells. */
  readonly pictures: string[] = []
  readonly boxes: string[] = []
  /** What objects beside the cells refer to. */
  readonly objects: Attributes[] = []
  readonly comments: CellComment[] = []
  readonly #out: DocumentWriter
  readonly #keepsHidden: boolean
  #columns = 0
  #row = 0
  #rowRepeats = 1
  #rowIsHidden = false
  #column = 0
  #cells: RowCell[] = []
  #cell: OpenCell | undefined
  /** The comment on the cell that is being read, which is no text of it. */
  #comment: CellComment | undefined
  #isAuthor = false
  #paragraphs = 0
  /** Tables within a cell. */
  #inner = 0
  #written = 0
  #frame = { name: '', hasObject: false }

  constructor(
    name: string,
    out: DocumentWriter,
    { maxChars, keepsHidden }: { maxChars: number; keepsHidden: boolean },
  ) {
    this.name = name
    this.grid = new CellGrid(maxChars)
    this.#out = out
    this.#keepsHidden = keepsHidden
  }

  /** Whether no more of it need be read. */
  get isFull(): boolean {
    return this.grid.isFull || this.#written >= WRITTEN_MAX_COUNT || this.#out.isLate
  }

  isHiddenColumn(column: number): boolean {
    return isWithin(column, this.hiddenColumns)
  }

  isHiddenRow(row: number): boolean {
    return isWithin(row, this.hiddenRows)
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'table:table') this.#inner += 1
    else if (this.#inner > 0) return
    else if (name === 'table:table-column') this.#addColumns(attributes)
    else if (name === 'table:table-row') this.#openRow(attributes)
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell')
      this.#openCell(attributes, name === 'table:covered-table-cell')
    else if (name.startsWith('draw:')) this.#openDrawing(name, attributes)
    else if (this.#cell) this.#openText(name, attributes, this.#cell)
    else if (name === 'text:p' && this.boxes.length < DRAWN_MAX_COUNT) this.boxes.push('')
  }

  text(text: string): void {
    const cell = this.#cell
    if (!cell && this.boxes.length > 0 && this.#inner === 0)
      this.boxes.push(`${this.boxes.pop() ?? ''}${text}`)
    if (this.#comment) this.#addToComment(text, this.#comment)
    if (!cell || this.#comment || this.#paragraphs === 0) return
    const last = cell.lines.length - 1
    // White space is collapsed, as in HTML; blanks that count are elements.
    cell.lines[last] += text.replaceAll(/\s+/g, ' ')
  }

  close(name: string): void {
    if (name === 'table:table') this.#inner -= 1
    else if (this.#inner > 0) return
    else if (name === 'table:table-row') this.#closeRow()
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.#closeCell()
    else if (name === 'office:annotation') this.#closeComment()
    else if (name === 'dc:creator') this.#isAuthor = false
    else if (this.#cell && (name === 'text:p' || name === 'text:h')) this.#paragraphs -= 1
  }

  #openText(name: string, attributes: Attributes, cell: OpenCell): void {
    if (name === 'office:annotation') {
      const place = `${columnLetters(this.#column + 1)}${this.#row + 1}`
      this.#comment = { place, author: '', text: '' }
    } else if (name === 'dc:creator') this.#isAuthor = true
    else if (name === 'text:p' || name === 'text:h') {
      this.#paragraphs += 1
      if (!this.#comment) cell.lines.push('')
      else if (this.#comment.text !== '') this.#comment.text += '\n'
    } else if (name === 'text:line-break' && !this.#comment) cell.lines.push('')
    else if (name === 'text:s')
      this.text(' '.repeat(countOf(attributes.get('text:c'), BLANKS_MAX_COUNT)))
    else if (name === 'text:tab') this.text(' ')
    else if (name === 'text:a') cell.href ??= attributes.get('xlink:href')
  }

  #addToComment(text: string, comment: CellComment): void {
    if (this.#isAuthor) comment.author += text
    else if (this.#paragraphs > 0) comment.text += text.replaceAll(/\s+/g, ' ')
  }

  #closeComment(): void {
    const comment = this.#comment
    this.#comment = undefined
    if (!comment) return
    const reason = this.#hiddenBy(this.#column + 1)
    if (reason && !this.#keepsHidden) this.#out.addHidden(reason, comment.text)
    else this.comments.push(comment)
  }

  #hiddenBy(column: number): 'row' | 'column' | undefined {
    if (this.#rowIsHidden) return 'row'
    return this.isHiddenColumn(column) ? 'column' : undefined
  }

  /** Pictures; one that stands beside an object shows only that. */
  #openDrawing(name: string, attributes: Attributes): void {
    if (name === 'draw:frame')
      this.#frame = { name: attributes.get('draw:name') ?? '', hasObject: false }
    else if (name === 'draw:object') {
      this.#frame.hasObject = true
      if (this.objects.length < DRAWN_MAX_COUNT) this.objects.push(attributes)
    } else if (name === 'draw:image' && !this.#frame.hasObject) {
      if (this.pictures.length < DRAWN_MAX_COUNT) this.pictures.push(this.#frame.name)
    }
  }

  #addColumns(attributes: Attributes): void {
    const repeats = countOf(attributes.get('table:number-columns-repeated'), SHEET_MAX_COLUMNS)
    const from = this.#columns + 1
    this.#columns += repeats
    if (isHidden(attributes)) addRun(this.hiddenColumns, from, this.#columns)
  }

  #openRow(attributes: Attributes): void {
    this.#rowRepeats = countOf(attributes.get('table:number-rows-repeated'), SHEET_MAX_ROWS)
    this.#rowIsHidden = isHidden(attributes)
    this.#column = 0
    this.#cells = []
    if (this.#rowIsHidden) addRun(this.hiddenRows, this.#row + 1, this.#row + this.#rowRepeats)
  }

  #closeRow(): void {
    const rows = this.#cells.length === 0 ? 0 : Math.min(this.#rowRepeats, REPEATS_MAX_COUNT)
    for (let row = this.#row + 1; row <= this.#row + rows && !this.isFull; row += 1) {
      for (const { from, to, ...cell } of this.#cells) {
        for (let column = from; column <= to; column += 1) this.#set(row, { column, ...cell })
      }
    }
    this.#row += this.#rowRepeats
  }

  #set(
    row: number,
    cell: { column: number; text: string; isValue: boolean; href: string | undefined },
  ): void {
    this.#written += 1
    const reason = this.#hiddenBy(cell.column)
    if (reason) this.#out.addHidden(reason, cell.text)
    if (!reason || this.#keepsHidden) this.grid.set(row, cell)
  }

  #openCell(attributes: Attributes, isCovered: boolean): void {
    const type = attributes.get('office:value-type') ?? attributes.get('calcext:value-type') ?? ''
    this.#paragraphs = 0
    this.#cell = {
      repeats: countOf(attributes.get('table:number-columns-repeated'), SHEET_MAX_COLUMNS),
      isCovered,
      type,
      moment: attributes.get(type === 'time' ? 'office:time-value' : 'office:date-value'),
      lines: [],
      href: undefined,
    }
  }

  #closeCell(): void {
    const cell = this.#cell
    this.#cell = undefined
    if (!cell) return
    const from = this.#column + 1
    this.#column += cell.repeats
    const text = shownText(cell)
    if (text.trim() === '') return
    if (cell.isCovered) {
      this.#out.addHidden('hidden', text)
      return
    }
    const to = from + Math.min(cell.repeats, REPEATS_MAX_COUNT) - 1
    const isValue = cell.type !== '' && cell.type !== 'string'
    this.#cells.push({ from, to, text, isValue, href: cell.href })
  }
}

/** The text of a cell as it is shown; dates and times of the day as ISO 8601. */
function shownText({ type, moment, lines }: OpenCell): string {
  const text = lines.join('\n').trim()
  if (moment === undefined || text === '') return text
  if (type === 'date') return isoDate(moment) ?? text
  return type === 'time' ? (isoTime(moment) ?? text) : text
}

function isoDate(moment: string): string | undefined {
  const [, date, time] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:[.,]\d+)?Z?)?$/.exec(moment) ?? []
  return date === undefined || time === undefined || time === '00:00:00' ? date : `${date}T${time}`
}

/** A duration of less than a day is a time of it; a longer one is shown as it stands in the sheet. */
function isoTime(moment: string): string | undefined {
  const parts = /^PT(\d{1,2})H(\d{1,2})M(\d{1,2})(?:[.,]\d+)?S$/.exec(moment)?.slice(1)
  if (!parts || Number(parts[0]) >= 24) return undefined
  return parts.map((part) => part.padStart(2, '0')).join(':')
}

function isHidden(attributes: Attributes): boolean {
  return /^(?:collapse|filter)$/.test(attributes.get('table:visibility') ?? '')
}

function countOf(text: string | undefined, most: number): number {
  const count = Number(text ?? 1)
  return Number.isInteger(count) && count >= 1 ? Math.min(count, most) : 1
}

function addRun(runs: [number, number][], from: number, to: number): void {
  const last = runs.at(-1)
  if (last && last[1] === from - 1) last[1] = to
  else if (runs.length < HIDDEN_MAX_COUNT) runs.push([from, to])
}

function isWithin(place: number, runs: readonly [number, number][]): boolean {
  return runs.some(([from, to]) => place >= from && place <= to)
}
