import { selectPages } from '../../pdf/page-ranges.ts'
import type { CellRange } from '../cell-grid.ts'
import { type CellComment, Comments } from '../comments.ts'
import { DocumentFull, type DocumentWriter } from '../document-writer.ts'
import type { Choice } from '../document.ts'
import { DOCUMENT_TEXT_MAX_CHARS } from '../limits.ts'
import { readCoreProperties } from '../package/core-properties.ts'
import { childrenOf, findChild, findRoot, readElements, readXml } from '../package/read-xml.ts'
import { readRelationships, type Relationship } from '../package/relationships.ts'
import type { ZipPackage } from '../package/zip-package.ts'
import type { OpenedPackage } from '../read-format.ts'
import { damagedPackage } from '../refusals.ts'
import { saySize, writeSheet } from '../write-sheet.ts'
import { readCellComments, readPersons } from './cell-comments.ts'
import { findPlace, findRange } from './cell-reference.ts'
import { NumberFormats } from './number-format.ts'
import { writeDrawings } from './sheet-drawing.ts'
import { readNumberFormats } from './styles.ts'
import { isTrue, SheetFull, type WorkbookParts, XlsxSheet } from './xlsx-sheet.ts'
import { stringText } from './xlsx-text.ts'

/** Sheets of a workbook that are listed. */
const SHEETS_MAX_COUNT = 10_000
/** Tables of one sheet, and cells that one link covers. */
const TABLES_MAX_COUNT = 200
const LINKED_MAX_CELLS = 1_000

interface SheetEntry {
  name: string
  isHidden: boolean
  part: Relationship | undefined
}

/** Reads a workbook (ISO/IEC 29500, SpreadsheetML): its sheets as tables, values as they are shown. */
export async function readXlsx(
  { pack }: OpenedPackage,
  out: DocumentWriter,
  { pages, keepsHidden }: Choice,
): Promise<void> {
  const main = [...(await readRelationships(pack, '')).values()].find(
    ({ type, isExternal }) => type === 'officeDocument' && !isExternal,
  )
  const path = main?.target ?? 'xl/workbook.xml'
  const book = findRoot(await pack.findText(path))
  if (!book) throw damagedPackage()
  const links = await readRelationships(pack, path)
  const sheets = childrenOf(findChild(book, 'sheets'), 'sheet')
    .slice(0, SHEETS_MAX_COUNT)
    .map(({ attributes }) => ({
      name: attributes.get('name') ?? '',
      isHidden: /^(?:very)?hidden$/i.test(attributes.get('state') ?? ''),
      part: links.get(attributes.get('r:id') ?? ''),
    }))
  const is1904 = isTrue(findChild(book, 'workbookPr')?.attributes.get('date1904'))
  out.describe({ ...(await readCoreProperties(pack)), pages: sheets.length, unit: 'sheet' })
  const reader = new WorkbookReader(pack, out, keepsHidden, {
    strings: readStrings(await pack.findText(partOf(links, 'sharedStrings')), out),
    formatOf: readNumberFormats(await pack.findText(partOf(links, 'styles'))),
    numbers: new NumberFormats({ is1904 }),
    persons: await readPersons(pack, links),
  })
  try {
    for (const page of selectPages(pages, sheets.length)) {
      const sheet = sheets[page - 1]
      if (sheet) await reader.read(sheet, page)
    }
  } finally {
    reader.sayWhatElse()
  }
}

function partOf(links: ReadonlyMap<string, Relationship>, relationshipType: string): string {
  return (
    [...links.values()].find(({ type, isExternal }) => type === relationshipType && !isExternal)
      ?.target ?? ''
  )
}

function readStrings(source: string | undefined, out: DocumentWriter): string[] {
  const strings: string[] = []
  readElements(
    source ?? '',
    (name) => name === 'si',
    (element) => {
      if (out.isLate) throw new DocumentFull()
      strings.push(stringText(element))
    },
  )
  return strings
}

/** Reads the sheets of a workbook one after another. */
class WorkbookReader {
  readonly #pack: ZipPackage
  readonly #out: DocumentWriter
  readonly #keepsHidden: boolean
  readonly #workbook: WorkbookParts
  readonly #comments = new Comments()
  #uncalculated = 0

  constructor(
    pack: ZipPackage,
    out: DocumentWriter,
    keepsHidden: boolean,
    workbook: WorkbookParts,
  ) {
    this.#pack = pack
    this.#out = out
    this.#keepsHidden = keepsHidden
    this.#workbook = workbook
  }

  /** Writes a sheet, or counts what is on it where it is hidden. */
  async read({ name, isHidden, part }: SheetEntry, page: number): Promise<void> {
    const out = this.#out
    out.startPage(page)
    if (!isHidden || this.#keepsHidden) out.add('h2', name)
    const source =
      part && part.isExternal ? undefined : await this.#pack.findText(part?.target ?? '')
    if (source === undefined || !part) return
    const sheet = new XlsxSheet(this.#workbook, out, {
      maxChars: DOCUMENT_TEXT_MAX_CHARS,
      keepsHidden: this.#keepsHidden,
    })
    const isWhole = readAll(source, sheet)
    sheet.grid.merge(sheet.merges, (text) => out.addHidden('hidden', text))
    const relationships = await readRelationships(this.#pack, part.target)
    addLinks(sheet, relationships)
    const links = [...relationships.values()]
    const rows = sheet.grid.rows()
    if (isHidden) out.say(`Sheet ${page} (${name}) is hidden`)
    if (isHidden)
      for (const { cells } of rows) out.addHidden('sheet', cells.map(({ text }) => text).join(' '))
    if (isHidden && !this.#keepsHidden) return
    this.#uncalculated += sheet.uncalculated
    saySize(rows, { page, isWhole }, out)
    writeSheet(
      rows,
      {
        tables: await this.#tables(links),
        isHiddenRow: (row) => sheet.hiddenRows.has(row),
        isHiddenColumn: (column) => sheet.isHiddenColumn(column),
      },
      out,
    )
    await writeDrawings(this.#pack, links, out)
    for (const comment of await readCellComments(this.#pack, links, this.#workbook.persons)) {
      this.#addComment(comment, sheet)
    }
    this.#comments.write(out)
    if (!isWhole) throw new DocumentFull()
  }

  #addComment({ place, author, text }: CellComment, sheet: XlsxSheet): void {
    const { row, column } = findPlace(place) ?? { row: 0, column: 0 }
    const reason = sheet.hiddenBy(row, column)
    if (reason && !this.#keepsHidden) this.#out.addHidden(reason, text)
    else this.#comments.add(text, { author, place })
  }

  /** Says what the sheets hold that is not written. */
  sayWhatElse(): void {
    this.#comments.say(this.#out, 'each after its sheet')
    const formulas = this.#uncalculated
    if (formulas > 0)
      this.#out.say(
        `${formulas} ${formulas === 1 ? 'formula was' : 'formulas were'} never calculated`,
      )
  }

  /** The ranges that a sheet calls tables; one without a head is none, since its first row says nothing of the others. */
  async #tables(links: readonly Relationship[]): Promise<CellRange[]> {
    const ranges: CellRange[] = []
    for (const { type, target, isExternal } of links) {
      if (type !== 'table' || isExternal || ranges.length >= TABLES_MAX_COUNT) continue
      const root = findRoot(await this.#pack.findText(target))
      const range = findRange(root?.attributes.get('ref'))
      if (range && root?.attributes.get('headerRowCount') !== '0') ranges.push(range)
    }
    return ranges
  }
}

/** Whether all of a sheet was read, and not only what there was room and time for. */
function readAll(source: string, sheet: XlsxSheet): boolean {
  try {
    readXml(source, sheet)
    return true
  } catch (thrown) {
    if (!(thrown instanceof SheetFull)) throw thrown
    return false
  }
}

function addLinks(
  { grid, links }: XlsxSheet,
  relationships: ReadonlyMap<string, Relationship>,
): void {
  for (const { range, id } of links) {
    const relationship = relationships.get(id)
    if (!relationship?.isExternal) continue
    let left = LINKED_MAX_CELLS
    for (let row = range.top; row <= range.bottom && left > 0; row += 1) {
      for (let column = range.left; column <= range.right && left > 0; column += 1) {
        left -= 1
        const cell = grid.at(row, column)
        if (cell) cell.href ??= relationship.target
      }
    }
  }
}
