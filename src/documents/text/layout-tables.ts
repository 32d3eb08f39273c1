import { type HtmlListener, readHtml } from '../../markup/html/read-html.ts'
import type { Attributes } from '../../markup/html/tokens/attributes.ts'

interface Table {
  isLayout: boolean
  hasHead: boolean
  rows: number
  /** Cells of the row that is open, and most of any row. */
  inRow: number
  widest: number
}

/** The tables of a page of HTML, by their order, that only place what is in them, as those of mails do: with tables within, or of one column. */
export function findLayoutTables(html: string): ReadonlySet<number> {
  const scan = new TableScan()
  if (/table/i.test(html)) readHtml(html, scan)
  return new Set(
    scan.tables.flatMap(({ isLayout, hasHead, widest, rows }, index) =>
      isLayout || (!hasHead && (widest <= 1 || rows <= 1)) ? [index] : [],
    ),
  )
}

class TableScan implements HtmlListener {
  readonly tables: Table[] = []
  readonly #open: Table[] = []

  open(name: string, { role = '' }: Attributes): void {
    const outer = this.#open.at(-1)
    if (name === 'table') {
      if (outer) outer.isLayout = true
      const isLayout = /^(?:presentation|none)$/.test(role)
      const table = { isLayout, hasHead: false, rows: 0, inRow: 0, widest: 0 }
      this.tables.push(table)
      this.#open.push(table)
    } else if (outer && (name === 'th' || name === 'caption')) outer.hasHead = true
    if (!outer) return
    if (name === 'tr') {
      outer.rows += 1
      outer.inRow = 0
    }
    if (name === 'td' || name === 'th') {
      outer.inRow += 1
      outer.widest = Math.max(outer.widest, outer.inRow)
    }
  }

  text(): void {
    // Only the shape of tables counts.
  }

  close(name: string): void {
    if (name === 'table') this.#open.pop()
  }
}
