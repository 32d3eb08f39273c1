import { describe, expect, test } from 'vitest'
import { ODF_NAMESPACES, openDocumentFiles } from '../../../support/documents.ts'
import { zipOf } from '../../../support/zip.ts'
import { readDocument } from '../read-document.ts'

function spreadsheet(tables: string, styles = '', files: Record<string, string> = {}): Buffer {
  return zipOf(openDocumentFiles('spreadsheet', tables, styles, files))
}

const cell = (text: string, more = ''): string =>
  `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`
const row = (cells: string, more = ''): string =>
  `<table:table-row ${more}>${cells}</table:table-row>`
const table = (rows: string, name = 'Tides', more = ''): string =>
  `<table:table table:name="${name}" ${more}>${rows}</table:table>`
const typed = (type: string, value: string): string => `office:value-type="${type}" ${value}`

describe('an OpenDocument spreadsheet', () => {
  test('has its values as they are shown, dates as ISO 8601', async () => {
    const cells = [
      cell('1.234,50 €', typed('currency', 'office:value="1234.5"')),
      cell('12,5 %', typed('percentage', 'office:value="0.125"')),
      cell('30.11.26', typed('date', 'office:date-value="2026-11-30"')),
      cell('30.11.26 10:00', typed('date', 'office:date-value="2026-11-30T10:00:00"')),
      cell('10 Uhr', typed('time', 'office:time-value="PT10H00M00S"')),
      cell('60:30', typed('time', 'office:time-value="PT60H30M00S"')),
      cell('WAHR', typed('boolean', 'office:boolean-value="true"')),
    ]
    const head = row(cell('x', 'table:number-columns-repeated="7"'))
    expect((await readDocument(spreadsheet(table(head + row(cells.join('')))))).markdown).toBe(
      `## Tides

| x | x | x | x | x | x | x |
| --- | --- | --- | --- | --- | --- | --- |
| 1.234,50 € | 12,5 % | 2026-11-30 | 2026-11-30T10:00:00 | 10:00:00 | 60:30 | WAHR |`,
    )
  })

  test('has lines, blanks and links in its cells, comments after them', async () => {
    const text =
      '<table:table-cell><office:annotation><text:p>a remark</text:p></office:annotation><text:p>one<text:s text:c="3"/>two</text:p><text:p>three<text:line-break/>four</text:p></table:table-cell>'
    const link = cell('<text:a xlink:href="https://a.test/">here</text:a>')
    const { markdown, notes } = await readDocument(
      spreadsheet(table(row(cell('a') + cell('b')) + row(text + link))),
    )
    expect(markdown).toContain('| one two<br>three<br>four | [here](https://a.test/) |')
    expect(markdown).toMatch(/\n\nComment on A2: a remark$/)
    expect(notes).toEqual(['1 comment, each after its sheet'])
  })

  test('has hidden rows, columns and sheets left out and counted, covered cells too', async () => {
    const styles =
      '<style:style style:name="off" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const rows = `<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>
      ${row(cell('Port') + cell('secret') + cell('Tide'))}
      ${row(cell('unseen row'), 'table:visibility="filter"')}
      ${row(`${cell('North')}${cell('secret')}${cell('1')}<table:covered-table-cell><text:p>stale</text:p></table:covered-table-cell>`)}`
    const book = spreadsheet(
      table(rows) + table(row(cell('whole sheet')), 'Second', 'table:style-name="off"'),
      styles,
    )
    const { markdown, removed, notes, pages } = await readDocument(book)
    expect(markdown).toBe('## Tides\n\n| Port | Tide |\n| --- | --- |\n| North | 1 |')
    expect(removed.map(({ reason, words }) => [reason, words])).toEqual([
      ['column', 2],
      ['row', 2],
      ['hidden', 1],
      ['sheet', 2],
    ])
    expect({ notes, pages }).toEqual({ notes: ['Sheet 2 (Second) is hidden'], pages: 2 })
    expect((await readDocument(book, { keepsHidden: true })).markdown).toContain('whole sheet')
    expect((await readDocument(book, { pages: '1', keepsHidden: true })).markdown).not.toContain(
      'whole',
    )
  })

  test('says who wrote it, and is refused where it is encrypted', async () => {
    const files = {
      'meta.xml': `<office:document-meta ${ODF_NAMESPACES}><office:meta><dc:title>Tides</dc:title><meta:initial-creator>A. Heron</meta:initial-creator><meta:creation-date>2026-11-30T10:00:00</meta:creation-date></office:meta></office:document-meta>`,
    }
    expect(await readDocument(spreadsheet(table(row(cell('x'))), '', files))).toMatchObject({
      format: 'ods',
      title: 'Tides',
      author: 'A. Heron',
      createdAt: '2026-11-30T10:00:00',
      unit: 'sheet',
    })
    const manifest = `<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry m:full-path="content.xml"><m:encryption-data/></m:file-entry></m:manifest>`
    await expect(
      readDocument(spreadsheet('', '', { 'META-INF/manifest.xml': manifest })),
    ).rejects.toMatchObject({ code: 'unsupported_content', fields: { reason: 'encrypted' } })
  })

  test('of repeats without end is as small as what it shows', async () => {
    const end = 'table:number-rows-repeated="1048570"'
    const blank = '<table:table-cell table:number-columns-repeated="16384"/>'
    const { markdown } = await readDocument(
      spreadsheet(table(row(cell('Port') + blank) + row(blank, end) + row(cell('far') + blank))),
    )
    expect(markdown).toBe('## Tides\n\nPort\n\nfar')
    const bomb = row(cell('x', 'table:number-columns-repeated="16384"'), end).repeat(50)
    const cut = await readDocument(spreadsheet(table(bomb, 'Bomb')))
    expect(cut.isCut).toBe(true)
    expect(cut.markdown.length).toBeLessThan(5_000_000)
    const hidden = row(
      cell('x', 'table:number-columns-repeated="16384"'),
      `${end} table:visibility="collapse"`,
    )
    expect((await readDocument(spreadsheet(table(hidden)))).removed[0]?.words).toBeGreaterThan(0)
  })

  test('of tables in cells and in changes counts its sheets only', async () => {
    const inner = `<table:table-cell><text:p>outer</text:p>${table(row(cell('inner')), 'In')}</table:table-cell>`
    const { markdown, pages } = await readDocument(spreadsheet(table(row(inner))))
    expect({ markdown, pages }).toEqual({ markdown: '## Tides\n\nouter', pages: 1 })
  })
})
