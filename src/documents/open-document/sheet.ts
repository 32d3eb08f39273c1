import { selectPages } from '../../pdf/page-ranges.ts'
import { Comments } from '../comments.ts'
import { DocumentFull, type DocumentWriter } from '../document-writer.ts'
import type { Choice } from '../document.ts'
import { DOCUMENT_TEXT_MAX_CHARS } from '../limits.ts'
import { readXml } from '../package/read-xml.ts'
import type { OpenedPackage } from '../read-format.ts'
import { damagedPackage } from '../refusals.ts'
import { addChart, saySize, writeSheet } from '../write-sheet.ts'
import { chartTitle, InnerObjects } from './objects.ts'
import { readMeta, requirePlain } from './properties.ts'
import { SheetTable } from './sheet-table.ts'

/** Sheets of a document that are counted. */
const SHEETS_MAX_COUNT = 10_000

/** Reads a spreadsheet (OpenDocument): its sheets as tables, values as they are shown. */
export async function readOds(
  { pack }: OpenedPackage,
  out: DocumentWriter,
  { pages, keepsHidden }: Choice,
): Promise<void> {
  await requirePlain(pack)
  const source = await pack.findText('content.xml')
  if (source === undefined) throw damagedPackage()
  const count = countSheets(source)
  out.describe({ ...(await readMeta(pack)), pages: count, unit: 'sheet' })
  const selected = new Set(selectPages(pages, count))
  const reader = new SheetsReader(out, await InnerObjects.load(pack), { selected, keepsHidden })
  try {
    readXml(source, reader)
  } finally {
    reader.sayWhatElse()
  }
}

/** Tables that are no sheets lie in cells or in changes that are kept; they have no `office:spreadsheet` right above them. */
function countSheets(source: string): number {
  let count = 0
  const parents: string[] = []
  readXml(source, {
    open(name) {
      if (name === 'table:table' && parents.at(-1) === 'office:spreadsheet') count += 1
      parents.push(name)
    },
    text() {},
    close() {
      parents.pop()
    },
  })
  return Math.min(count, SHEETS_MAX_COUNT)
}

/** Reads the sheets of a document one after another, each written when it ends. */
class SheetsReader {
  readonly #out: DocumentWriter
  readonly #selected: ReadonlySet<number>
  readonly #keepsHidden: boolean
  readonly #objects: InnerObjects
  readonly #parents: string[] = []
  /** Styles of tables that are not shown. */
  readonly #hiddenStyles = new Set<string>()
  #style = ''
  #page = 0
  #sheet: SheetTable | undefined
  #isHidden = false
  /** Elements that are open within the sheet, which is not read further once it is full. */
  #depth = 0
  readonly #comments = new Comments()

  constructor(
    out: DocumentWriter,
    objects: InnerObjects,
    { selected, keepsHidden }: { selected: ReadonlySet<number>; keepsHidden: boolean },
  ) {
    this.#out = out
    this.#selected = selected
    this.#keepsHidden = keepsHidden
    this.#objects = objects
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#sheet) {
      this.#depth += 1
      this.#sheet.open(name, attributes)
      if (this.#sheet.isFull) this.#end(this.#sheet, false)
      return
    }
    if (name === 'style:style') this.#style = attributes.get('style:name') ?? ''
    else if (name === 'style:table-properties' && attributes.get('table:display') === 'false')
      this.#hiddenStyles.add(this.#style)
    else if (name === 'table:table' && this.#parents.at(-1) === 'office:spreadsheet')
      this.#openSheet(attributes)
    this.#parents.push(name)
  }

  text(text: string): void {
    this.#sheet?.text(text)
  }

  close(name: string): void {
    if (!this.#sheet || this.#depth === 0) {
      if (this.#sheet) this.#end(this.#sheet, true)
      this.#sheet = undefined
      this.#parents.pop()
      return
    }
    this.#depth -= 1
    this.#sheet.close(name)
  }

  /** Says what the sheets hold that is not written. */
  sayWhatElse(): void {
    this.#comments.say(this.#out, 'each after its sheet')
  }

  #openSheet(attributes: ReadonlyMap<string, string>): void {
    this.#page += 1
    if (!this.#selected.has(this.#page)) return
    this.#isHidden = this.#hiddenStyles.has(attributes.get('table:style-name') ?? '')
    this.#out.startPage(this.#page)
    const name = attributes.get('table:name') ?? ''
    if (!this.#isHidden || this.#keepsHidden) this.#out.add('h2', name)
    this.#sheet = new SheetTable(name, this.#out, {
      maxChars: DOCUMENT_TEXT_MAX_CHARS,
      keepsHidden: this.#keepsHidden,
    })
  }

  #end(sheet: SheetTable, isWhole: boolean): void {
    const out = this.#out
    const rows = sheet.grid.rows()
    if (this.#isHidden) {
      out.say(`Sheet ${this.#page} (${sheet.name}) is hidden`)
      for (const { cells } of rows) out.addHidden('sheet', cells.map(({ text }) => text).join(' '))
    }
    if (!this.#isHidden || this.#keepsHidden) {
      saySize(rows, { page: this.#page, isWhole }, out)
      writeSheet(
        rows,
        {
          tables: [],
          isHiddenRow: (row) => sheet.isHiddenRow(row),
          isHiddenColumn: (column) => sheet.isHiddenColumn(column),
        },
        out,
      )
    }
    if (!this.#isHidden || this.#keepsHidden) {
      for (const text of sheet.boxes) out.add('p', text)
      for (const name of sheet.pictures) {
        out.open('p')
        out.addPicture(name)
        out.close('p')
      }
      for (const attributes of sheet.objects) {
        const inner = this.#objects.find({ name: 'draw:object', attributes, children: [] })
        if (inner?.kind === 'chart') addChart(chartTitle(inner.chart), out)
      }
      for (const { text, ...where } of sheet.comments) this.#comments.add(text, where)
      this.#comments.write(out)
    }
    if (!isWhole) throw new DocumentFull()
  }
}
