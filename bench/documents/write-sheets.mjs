import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [folder = '', writers = ''] = process.argv.slice(2)
const load = createRequire(join(writers, 'package.json'))
const excel = load('exceljs')
const sheetjs = load('xlsx')

for (const file of readdirSync(folder).filter((name) => /^\d+\.json$/.test(name))) {
  const sheets = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const path = join(folder, file.replace('.json', ''))
  await byExcelJs(sheets, `${path}-exceljs.xlsx`)
  bySheetJs(sheets, path)
}

async function byExcelJs(sheets, path) {
  const book = new excel.Workbook()
  for (const sheet of sheets) {
    const made = book.addWorksheet(sheet.name, { state: sheet.isHidden ? 'hidden' : 'visible' })
    for (const { row, column, text, number, truth, date, format, link } of sheet.cells) {
      const place = made.getCell(row, column)
      if (link !== undefined) place.value = { text, hyperlink: link }
      else place.value = date === undefined ? (text ?? number ?? truth) : new Date(dateOf(date))
      if (format !== undefined) place.numFmt = format
    }
    for (const merge of sheet.merges) made.mergeCells(...merge)
    for (const row of sheet.hiddenRows) made.getRow(row).hidden = true
  }
  await book.xlsx.writeFile(path)
}

function bySheetJs(sheets, path) {
  const book = sheetjs.utils.book_new()
  for (const sheet of sheets) {
    const made = sheetjs.utils.aoa_to_sheet([])
    const end = { r: 0, c: 0 }
    for (const { row, column, text, number, truth, date, format, link } of sheet.cells) {
      const at = { r: row - 1, c: column - 1 }
      end.r = Math.max(end.r, at.r)
      end.c = Math.max(end.c, at.c)
      const cell =
        date === undefined
          ? {
              t: text === undefined ? (number === undefined ? 'b' : 'n') : 's',
              v: text ?? number ?? truth,
            }
          : { t: 'n', v: Date.parse(dateOf(date)) / 86_400_000 + 25_569 }
      if (format !== undefined) cell.z = format
      if (link !== undefined) cell.l = { Target: link }
      made[sheetjs.utils.encode_cell(at)] = cell
    }
    made['!ref'] = sheetjs.utils.encode_range({ s: { r: 0, c: 0 }, e: end })
    made['!merges'] = sheet.merges.map(([top, left, bottom, right]) => ({
      s: { r: top - 1, c: left - 1 },
      e: { r: bottom - 1, c: right - 1 },
    }))
    made['!rows'] = []
    for (const row of sheet.hiddenRows) made['!rows'][row - 1] = { hidden: true }
    sheetjs.utils.book_append_sheet(book, made, sheet.name)
  }
  book.Workbook = {
    Sheets: sheets.map(({ name, isHidden }) => ({ name, Hidden: isHidden ? 1 : 0 })),
  }
  sheetjs.writeFile(book, `${path}-sheetjs.xlsx`, { cellStyles: true })
}

function dateOf(date) {
  return date.includes('T') ? `${date}Z` : date
}
