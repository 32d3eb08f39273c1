import { CellGrid, type CellRange } from '../cell-grid.ts'
import type { DocumentWriter } from '../document-writer.ts'
import { type XmlListener } from '../package/read-xml.ts'
import { findPlace, findRange } from './cell-reference.ts'
import type { NumberFormats } from './number-format.ts'
import { decodeEscapes } from './xlsx-text.ts'

/** What all sheets of a workbook share. */
export interface WorkbookParts {
  strings: readonly string[]
  formatOf(style: number): string
  numbers: NumberFormats
  /** Names of those who comment, by their ids. */
  persons: ReadonlyMap<string, string>
}

/** A link on a range of cells: by a relationship, or within the workbook. */
export interface SheetLink {
  range: CellRange
  id: string
}

/** Links and ranges that are read of one sheet. */
const LINKS_MAX_COUNT = 50_000
const RANGES_MAX_COUNT = 10_000
/** Text of one formula that is kept: only what it links to matters. */
const FORMULA_MAX_CHARS = 5_000

/** Thrown to stop reading a sheet of which no more can be shown. */
export class SheetFull extends Error {
  override readonly name = 'SheetFull'
}

interface OpenCell {
  row: number
  column: number
  type: string
  style: number
  value: string
  formula: string
}

/** Takes the parts of one sheet from its XML (ISO/IEC 29500-1, 18.3.1), the cells as they are shown. */
export class XlsxSheet implements XmlListener {
  readonly grid: CellGrid
  readonly merges: CellRange[] = []
  readonly links: SheetLink[] = []
  readonly hiddenRows = new Set<number>()
  readonly hiddenColumns: [number, number][] = []
  /** How many formulas were never calculated: their cells show what they say. */
  uncalculated = 0
  readonly #out: DocumentWriter
  readonly #workbook: WorkbookParts
  readonly #keepsHidden: boolean
  #showsZeros = true
  #row = 0
  #column = 0
  #rowIsHidden = false
  #cell: OpenCell | undefined
  /** Where text belongs that is being read. */
  #field: 'value' | 'formula' | undefined
  #pronunciations = 0

  constructor(
    workbook: WorkbookParts,
    out: DocumentWriter,
    { maxChars, keepsHidden }: { maxChars: number; keepsHidden: boolean },
  ) {
    this.grid = new CellGrid(maxChars)
    this.#workbook = workbook
    this.#out = out
    this.#keepsHidden = keepsHidden
  }

  isHiddenColumn(column: number): boolean {
    return this.hiddenColumns.some(([from, to]) => column >= from && column <= to)
  }

  /** Why nobody sees a cell, once its row has begun. */
  hiddenBy(row: number, column: number): 'row' | 'column' | undefined {
    if (this.hiddenRows.has(row)) return 'row'
    return this.isHiddenColumn(column) ? 'column' : undefined
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'c') this.#openCell(attributes)
    else if (name === 'row') this.#openRow(attributes)
    else if (name === 'v' || (name === 't' && this.#pronunciations === 0)) this.#field = 'value'
    else if (name === 'f') this.#field = 'formula'
    else if (name === 'rPh') this.#pronunciations += 1
    else if (name === 'col') this.#addColumns(attributes)
    else if (name === 'mergeCell') this.#addMerge(findRange(attributes.get('ref')))
    else if (name === 'hyperlink') this.#addLink(attributes)
    else if (name === 'sheetView') this.#showsZeros = !isFalse(attributes.get('showZeros'))
  }

  text(text: string): void {
    const cell = this.#cell
    if (!cell || !this.#field) return
    if (this.#field === 'value') cell.value += text
    else if (cell.formula.length < FORMULA_MAX_CHARS) cell.formula += text
  }

  close(name: string): void {
    if (name === 'c') this.#closeCell()
    else if (name === 'rPh') this.#pronunciations -= 1
    else if (name === 'v' || name === 't' || name === 'f') this.#field = undefined
  }

  #openRow(attributes: ReadonlyMap<string, string>): void {
    this.#row = numberOf(attributes.get('r')) ?? this.#row + 1
    this.#column = 0
    this.#rowIsHidden = isTrue(attributes.get('hidden')) || numberOf(attributes.get('ht')) === 0
    if (this.#rowIsHidden) this.hiddenRows.add(this.#row)
    if (this.grid.isFull || this.#out.isLate) throw new SheetFull()
  }

  #openCell(attributes: ReadonlyMap<string, string>): void {
    const place = findPlace(attributes.get('r') ?? '')
    const row = place?.row ?? this.#row
    const column = place?.column ?? this.#column + 1
    this.#column = column
    const style = numberOf(attributes.get('s')) ?? 0
    this.#cell = { row, column, type: attributes.get('t') ?? 'n', style, value: '', formula: '' }
  }

  #closeCell(): void {
    const cell = this.#cell
    this.#cell = undefined
    if (!cell || (cell.value === '' && cell.formula === '')) return
    const isUnknown = cell.value === '' && cell.type !== 'str'
    if (isUnknown) this.uncalculated += 1
    const text = isUnknown ? `=${cell.formula}` : this.#display(cell)
    const { row, column, type, formula } = cell
    const reason = this.#whyHidden(row, column)
    if (reason) this.#out.addHidden(reason, text)
    if (reason && !this.#keepsHidden) return
    const isValue = type === 'n' || type === 'b' || type === 'd'
    this.grid.set(row, { column, text, isValue, href: linkOf(formula) })
  }

  #whyHidden(row: number, column: number): 'row' | 'column' | undefined {
    return this.#rowIsHidden ? 'row' : this.hiddenBy(row, column)
  }

  /** The value of a cell as it is shown; formulas have the one that was last calculated. */
  #display({ type, style, value }: OpenCell): string {
    const { strings, numbers, formatOf } = this.#workbook
    if (type === 's') return numbers.text(strings[Number(value)] ?? '', formatOf(style))
    if (type === 'str' || type === 'inlineStr')
      return numbers.text(decodeEscapes(value), formatOf(style))
    if (type === 'b') return isTrue(value.trim()) ? 'TRUE' : 'FALSE'
    if (type === 'e') return value
    if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
    const number = Number(value)
    if (value.trim() === '' || !Number.isFinite(number)) return value
    return number === 0 && !this.#showsZeros ? '' : numbers.number(number, formatOf(style))
  }

  #addColumns(attributes: ReadonlyMap<string, string>): void {
    const isHidden = isTrue(attributes.get('hidden')) || numberOf(attributes.get('width')) === 0
    const [from, to] = [numberOf(attributes.get('min')), numberOf(attributes.get('max'))]
    if (isHidden && from !== undefined && to !== undefined && this.hiddenColumns.length < 1_000)
      this.hiddenColumns.push([from, to])
  }

  #addMerge(range: CellRange | undefined): void {
    if (range && this.merges.length < RANGES_MAX_COUNT) this.merges.push(range)
  }

  #addLink(attributes: ReadonlyMap<string, string>): void {
    const range = findRange(attributes.get('ref'))
    const id = attributes.get('r:id')
    if (range && id !== undefined && this.links.length < LINKS_MAX_COUNT)
      this.links.push({ range, id })
  }
}

/** The address that a formula links to, where it is written out in it. */
function linkOf(formula: string): string | undefined {
  const [, address] = /^=?\s*HYPERLINK\s*\(\s*"((?:[^"]|"")*)"/i.exec(formula) ?? []
  return address?.replaceAll('""', '"')
}

function numberOf(text: string | undefined): number | undefined {
  const number = Number(text ?? Number.NaN)
  return Number.isFinite(number) ? number : undefined
}

/** Truth values of XML. */
export function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on'
}

function isFalse(text: string | undefined): boolean {
  return text === '0' || text === 'false' || text === 'off'
}
