import { describe, expect, test } from 'vitest'
import { rowsOf, type SheetXml, workbookOf } from '../../../support/workbooks.ts'
import { readDocument } from '../read-document.ts'

const read = async (sheet: SheetXml, more?: Parameters<typeof workbookOf>[1]) =>
  readDocument(workbookOf([sheet], more))
const textOf = async (sheet: SheetXml, more?: Parameters<typeof workbookOf>[1]) =>
  (await read(sheet, more)).markdown

describe('cells of a workbook', () => {
  test('are shown by their type', async () => {
    const rows = `<row r="1">
      <c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>inline</t></is></c>
      <c r="D1" t="str"><f>A1&amp;"x"</f><v>said_x000A_twice</v></c></row><row r="2">
      <c r="A2" t="b"><v>1</v></c><c r="B2" t="e"><v>#DIV/0!</v></c><c r="C2"><f>SUM(A1:A9)</f><v>0.30000000000000004</v></c>
      <c r="D2"><f>NOW()</f></c></row>`
    const strings = [
      '<t>plain</t>',
      '<r><t>ri</t></r><r><rPr><b/></rPr><t xml:space="preserve">ch </t></r><rPh sb="0" eb="1"><t>spoken</t></rPh>',
    ]
    const { markdown, notes } = await read({ rows }, { strings })
    expect(markdown).toBe(
      '## Tides\n\n| plain | rich | inline | said<br>twice |\n| --- | --- | --- | --- |\n| TRUE | #DIV/0! | 0.3 | =NOW() |',
    )
    expect(notes).toEqual(['1 formula was never calculated'])
  })

  test.each([
    [
      '1900',
      '',
      [
        '2026-11-30',
        '10:00:00',
        '2026-11-30T10:00:00',
        '1900-02-28',
        '1900-02-29',
        '1900-03-01',
        '60:30',
      ],
    ],
    [
      '1904',
      '<workbookPr date1904="1"/>',
      [
        '2030-12-01',
        '10:00:00',
        '2030-12-01T10:00:00',
        '1904-02-28',
        '1904-02-29',
        '1904-03-01',
        '60:30',
      ],
    ],
  ])('that are dates of the epoch of %s are ISO 8601', async (epoch, properties, expected) => {
    const values = [46_356, 46_356 + 10 / 24, 46_356 + 10 / 24, 59, 60, 61, 60.5 / 24]
    const styles = [1, 2, 3, 1, 1, 1, 4]
    const shift = epoch === '1904' ? -1 : 0
    const cells = values
      .map((value, index) => {
        const days = index >= 3 && index < 6 ? value + shift : value
        return `<c s="${styles[index]}"><v>${days}</v></c>`
      })
      .join('')
    const markdown = await textOf(
      { rows: `<row>${'<c t="str"><v>x</v></c>'.repeat(7)}</row><row>${cells}</row>` },
      { formats: ['dd/mm/yy', 'h:mm AM/PM', 'd mmmm yyyy hh:mm', '[h]:mm'], properties },
    )
    expect(markdown.split('\n').at(-1)).toBe(`| ${expected.join(' | ')} |`)
  })

  test('link where they are linked, and where a formula says so', async () => {
    const rows =
      '<row><c t="str"><v>Name</v></c><c t="str"><v>Page</v></c></row><row><c r="A2" t="str"><v>Ann</v></c><c t="str"><f>HYPERLINK("https://b.test/?a=1&amp;b=""2""","here")</f><v>here</v></c></row>'
    const markdown = await textOf({
      rows,
      after:
        '<hyperlinks><hyperlink ref="A2" r:id="l1"/><hyperlink ref="A1" r:id="l2"/></hyperlinks>',
      links: {
        l1: ['hyperlink', 'https://a.test/', true],
        l2: ['hyperlink', 'javascript:alert(1)', true],
      },
    })
    expect(markdown).toContain('| Name | Page |')
    expect(markdown).toContain('[Ann](https://a.test/)')
    expect(markdown).toContain('[here](https://b.test/?a=1&b="2")')
  })

  test('below merged ones are left out', async () => {
    const { markdown, removed } = await read({
      rows: rowsOf([
        ['Port', 'Tide', 'Wind'],
        ['North', 1, 2],
        ['stale', 3, 4],
      ]),
      after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
    })
    expect(markdown).toContain('| North | 1 | 2 |\n|  | 3 | 4 |')
    expect(removed).toEqual([{ kind: 'hidden', reason: 'hidden', page: 1, words: 1 }])
  })
})

describe('what nobody sees of a workbook', () => {
  const sheets: SheetXml[] = [
    {
      before: '<cols><col min="2" max="2" hidden="1"/></cols>',
      rows: `${rowsOf([['Port', 'secret', 'Tide']])}<row hidden="1"><c t="str"><v>unseen row</v></c></row>${rowsOf([['North', 'secret', 2]])}`,
    },
    { name: 'Second', state: 'veryHidden', rows: rowsOf([['whole secret sheet']]) },
  ]

  test('is left out, counted and named', async () => {
    const { markdown, removed, notes, pages } = await readDocument(workbookOf(sheets))
    expect(markdown).toBe('## Tides\n\n| Port | Tide |\n| --- | --- |\n| North | 2 |')
    expect(notes).toEqual(['Sheet 2 (Second) is hidden'])
    expect(pages).toBe(2)
    expect(removed.map(({ reason, words }) => [reason, words])).toEqual([
      ['column', 2],
      ['row', 2],
      ['sheet', 3],
    ])
  })

  test('is written where it is wanted', async () => {
    const { markdown } = await readDocument(workbookOf(sheets), { keepsHidden: true })
    expect(markdown).toContain('| Port | secret | Tide |')
    expect(markdown).toContain('unseen row')
    expect(markdown).toContain('## Second\n\nwhole secret sheet')
  })
})

describe('a sheet', () => {
  test('is parted into its tables and texts', async () => {
    const rows = rowsOf([
      ['Tides of the north'],
      [undefined, 'Port', 'Master', 'Tide', undefined, 'Key', 'Value'],
      [undefined, 'North', 'Ann', 1, undefined, 'wind', 3],
      [undefined, 'South', 'Bo', 2, undefined, 'rain', 4],
      [],
      [undefined, 'Sum', undefined, 3],
      [],
      ['Figures are rounded.'],
      [],
      [undefined, 'Ship', 'Draught'],
      [undefined, 'Heron', 5],
    ])
    expect(await textOf({ rows })).toBe(
      `## Tides

Tides of the north

| Port | Master | Tide |
| --- | --- | --- |
| North | Ann | 1 |
| South | Bo | 2 |
| Sum |  | 3 |

| Key | Value |
| --- | --- |
| wind | 3 |
| rain | 4 |

Figures are rounded.

| Ship | Draught |
| --- | --- |
| Heron | 5 |`,
    )
  })

  test('has tables where it says so', async () => {
    const markdown = await textOf(
      {
        rows: rowsOf([
          ['Port', 'Tide', 'Ship', 'Draught'],
          ['North', 1, 'Heron', 5],
        ]),
        links: { t1: ['table', '../tables/table1.xml'], t2: ['table', '../tables/table2.xml'] },
      },
      {
        files: {
          'xl/tables/table1.xml': '<table ref="A1:B2"/>',
          'xl/tables/table2.xml': '<table ref="C1:D2"/>',
        },
      },
    )
    expect(markdown).toBe(
      '## Tides\n\n| Port | Tide |\n| --- | --- |\n| North | 1 |\n\n| Ship | Draught |\n| --- | --- |\n| Heron | 5 |',
    )
  })

  test('is chosen by its number', async () => {
    const book = workbookOf(
      ['One', 'Two', 'Three'].map((name) => ({ name, rows: rowsOf([[`of ${name}`]]) })),
    )
    expect((await readDocument(book, { pages: '2' })).markdown).toBe('## Two\n\nof Two')
    await expect(readDocument(book, { pages: '4' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('that is long says its size, and how much of it was read', async () => {
    const rows = rowsOf(Array.from({ length: 500 }, (_, row) => [`Port ${row}`, row]))
    expect((await read({ rows })).notes).toEqual(['Sheet 1 has 500 rows and 2 columns'])
    const cut = await readDocument(
      workbookOf([{ rows }, { rows }]),
      {},
      { maxChars: 4_000, maxMs: 60_000 },
    )
    expect(cut).toMatchObject({ isCut: true, pagesLeft: '2-' })
  })

  test('has boxes, pictures, charts and comments beside its cells', async () => {
    const names =
      'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    const { markdown, notes, pictures } = await read(
      {
        rows: rowsOf([['Port']]),
        links: { c: ['comments', '../comments1.xml'], d: ['drawing', '../drawings/drawing1.xml'] },
      },
      {
        files: {
          'xl/comments1.xml':
            '<comments><commentList><comment ref="A1"><text><t>Which?</t></text></comment></commentList></comments>',
          'xl/drawings/drawing1.xml': `<xdr:wsDr ${names}><xdr:oneCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>In a </a:t></a:r><a:r><a:t>box</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:oneCellAnchor><xdr:oneCellAnchor><xdr:pic><xdr:nvPicPr><xdr:cNvPr name="Picture 1" descr="A heron"/></xdr:nvPicPr></xdr:pic></xdr:oneCellAnchor></xdr:wsDr>`,
        },
      },
    )
    expect(markdown).toBe(
      '## Tides\n\nPort\n\nIn a box\n\n[picture: A heron]\n\nComment on A1: Which?',
    )
    expect({ notes, pictures }).toEqual({
      notes: ['1 comment, each after its sheet'],
      pictures: 1,
    })
  })
})

describe('a hostile workbook', () => {
  test('of cells far apart is as small as what it holds', async () => {
    const far = `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>
      <row r="99999999"><c r="ZZZ99999999"><v>3</v></c></row>`
    expect(await textOf({ before: '<dimension ref="A1:XFD1048576"/>', rows: far })).toBe(
      '## Tides\n\n1\n\n2',
    )
    const diagonal = Array.from(
      { length: 3_000 },
      (_, row) =>
        `<row>${row === 0 ? '' : `<c r="${lettersOf(row)}${row + 1}"/>`}<c><v>${row}</v></c></row>`,
    )
    const markdown = await textOf({ rows: diagonal.join('') })
    expect(markdown.length).toBeLessThan(100_000)
    expect(markdown).toContain('| Cell | Content |')
  })

  test('of ranges that cover everything takes no longer', async () => {
    const after = `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(5_000)}</mergeCells><hyperlinks>${'<hyperlink ref="A1:XFD1048576" r:id="l"/>'.repeat(500)}</hyperlinks>`
    const links = { l: ['hyperlink', 'https://a.test/', true] } as const
    expect(await textOf({ rows: rowsOf([['Port', 'Tide']]), after, links })).toContain('Port')
  })

  test('whose numbers, styles and strings are none is read as far as it goes', async () => {
    const rows =
      '<row><c s="-1"><v>NaN</v></c><c s="99999"><v>1e999</v></c><c t="s"><v>77</v></c><c t="x"><v>odd</v></c><c r="??"><v>2</v></c></row>'
    expect(await textOf({ rows })).toBe(
      '## Tides\n\n| NaN | 1e999 | odd | 2 |\n| --- | --- | --- | --- |',
    )
  })

  test('of formats without end shows its numbers', async () => {
    const formats = [
      '0'.repeat(100_000),
      '['.repeat(9_999),
      '"',
      '#'.repeat(900) + '.' + '0'.repeat(900),
      ';;;',
      '*',
      '\\',
    ]
    const cells = formats.map((_, index) => `<c s="${index + 1}"><v>5</v></c>`).join('')
    const markdown = await textOf({ rows: `<row>${cells}</row>` }, { formats })
    expect(markdown.length).toBeLessThan(10_000)
  })

  test('refers to no other place', async () => {
    const book = workbookOf([{ rows: '' }], { files: { 'xl/_rels/workbook.xml.rels': '' } })
    expect((await readDocument(book)).markdown).toBe('## Tides')
  })
})

test.each([
  ['template', 'application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml'],
  ['workbook with macros', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'],
])('a %s is read', async (_, mainType) => {
  const book = workbookOf([{ rows: rowsOf([['Port']]) }], { mainType })
  expect(await readDocument(book)).toMatchObject({ format: 'xlsx', markdown: '## Tides\n\nPort' })
})

test('a binary workbook is refused by its name', async () => {
  const book = workbookOf([{ rows: '' }], {
    mainType: 'application/vnd.ms-excel.sheet.binary.macroEnabled.main',
  })
  await expect(readDocument(book)).rejects.toMatchObject({
    code: 'unsupported_content',
    fields: { reason: 'binary_workbook' },
  })
})

function lettersOf(column: number): string {
  let letters = ''
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCodePoint(65 + ((left - 1) % 26)) + letters
  return letters
}
