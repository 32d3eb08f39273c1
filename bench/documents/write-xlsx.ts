import { columnLetters } from '../../src/documents/cell-grid.ts'
import { escapeHtml } from '../../src/lib/escape-html.ts'
import { workbookOf } from '../../test/support/workbooks.ts'
import type { WrittenCell, WrittenSheet } from './sheet-sources.ts'

const DAY_MS = 86_400_000
const EPOCH_MS = Date.UTC(1899, 11, 30)

/** Writes a workbook as a package, as small as it can be. */
export function writeXlsx(json: string): Buffer {
  const sheets = JSON.parse(json) as WrittenSheet[]
  const formats = [
    ...new Set(sheets.flatMap(({ cells }) => cells.flatMap(({ format }) => format ?? []))),
  ]
  return workbookOf(
    sheets.map(({ name, isHidden, cells, merges, hiddenRows }) => {
      const rows = Map.groupBy(cells, ({ row }) => row)
      const merged = merges.map(
        ([top, left, bottom, right]) =>
          `<mergeCell ref="${columnLetters(left)}${top}:${columnLetters(right)}${bottom}"/>`,
      )
      return {
        name: escapeHtml(name),
        ...(isHidden ? { state: 'hidden' } : {}),
        rows: [...rows]
          .toSorted(([a], [b]) => a - b)
          .map(([row, own]) => {
            const hidden = hiddenRows.includes(row) ? ' hidden="1"' : ''
            const inner = own
              .toSorted((a, b) => a.column - b.column)
              .map((cell) => writeCell(cell, formats))
            return `<row r="${row}"${hidden}>${inner.join('')}</row>`
          })
          .join(''),
        after: merged.length === 0 ? '' : `<mergeCells>${merged.join('')}</mergeCells>`,
      }
    }),
    { formats },
  )
}

function writeCell(cell: WrittenCell, formats: readonly string[]): string {
  const { row, column, text, number, truth, date, format } = cell
  const style = format === undefined ? '' : ` s="${formats.indexOf(format) + 1}"`
  const place = `r="${columnLetters(column)}${row}"${style}`
  if (text !== undefined) return `<c ${place} t="inlineStr"><is><t>${escapeHtml(text)}</t></is></c>`
  if (truth !== undefined) return `<c ${place} t="b"><v>${truth ? 1 : 0}</v></c>`
  const value =
    date === undefined
      ? number
      : (Date.parse(`${date.length === 10 ? `${date}T00:00:00` : date}Z`) - EPOCH_MS) / DAY_MS
  return `<c ${place}><v>${value}</v></c>`
}
