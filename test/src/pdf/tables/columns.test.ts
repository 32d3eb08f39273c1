import { describe, expect, test } from 'vitest'
import { PAGE_HEIGHT, rule, text, type TestFont } from '../../../support/pdf.ts'
import { markdownOf } from '../../../support/read-pdf.ts'

/** Widths of a digit and of a point or blank of Helvetica in 10 points. */
const DIGIT_PT = 5.56
const POINT_PT = 2.78

type Cell = [x: number, content: string]

const line = (down: number, cells: readonly Cell[], font: TestFont = 'sans'): string =>
  cells.map(([x, content]) => text(x, PAGE_HEIGHT - down, content, font)).join('')

const number = (right: number, content: string): Cell => [
  right -
    Array.from(content, (char) => (/[\dg]/.test(char) ? DIGIT_PT : POINT_PT)).reduce(
      (a, b) => a + b,
      0,
    ),
  content,
]

const rowsOf = (count: number, make: (row: number) => string): string =>
  Array.from({ length: count }, (_, row) => make(row)).join('')

describe('columns and rows of tables', () => {
  test('end where a table with rows of its own stands beside', async () => {
    const side = (x: number, name: string): string =>
      line(80, [
        [x, name],
        [x + 120, `${name} paid`],
      ]) +
      rowsOf(5, (row) =>
        line(94 + row * 14, [[x, `${name} ${row}`], number(x + 170, `${row}12.50`)]),
      )
    const markdown = await markdownOf([side(50, 'Wages') + side(300, 'Taxes')])
    expect(markdown).toContain('| Wages | Wages paid |\n| --- | --- |\n| Wages 0 | 012.50 |')
    expect(markdown).toContain('| Taxes | Taxes paid |\n| --- | --- |\n| Taxes 0 | 012.50 |')
  })

  test('hold numbers with their units', async () => {
    const head = line(80, [
      [60, 'Typical values'],
      [200, 'Per 100 g'],
      [270, 'Per serving'],
    ])
    const rows = rowsOf(6, (row) =>
      line(94 + row * 14, [
        [60, `value ${row}`],
        number(242, `${row % 2 ? '' : '1'}${row}.3 g`),
        number(318, `${row % 3 ? '' : '2'}${row}.1 g`),
      ]),
    )
    const markdown = await markdownOf([head + rows])
    expect(markdown).toContain('| Typical values | Per 100 g | Per serving |')
    expect(markdown).toContain('| value 2 | 12.3 g | 2.1 g |')
  })

  test('have names over several heads, and heads in the middle over numbers set to the right', async () => {
    const head =
      line(
        80,
        [
          [222, 'Year 2024'],
          [342, 'Year 2025'],
        ],
        'bold',
      ) +
      line(95, [
        [53, 'Position'],
        [198, 'Plan 24'],
        [254, 'Actual 24'],
        [318, 'Plan 25'],
        [374, 'Actual 25'],
      ])
    const rows = rowsOf(6, (row) =>
      line(110 + row * 15, [
        [53, `position ${row}`],
        number(240, `2${row},746.17`),
        ...(row % 2 ? [] : [number(300, `8${row},213.01`)]),
        number(360, `3${row},189.43`),
        number(420, `4${row},607.75`),
      ]),
    )
    const markdown = await markdownOf([head + rows])
    expect(markdown).toContain('|  | Year 2024 |  | Year 2025 |  |')
    expect(markdown).toContain('Position | Plan 24 | Actual 24 | Plan 25 | Actual 25 |')
    expect(markdown).toContain('| position 1 | 21,746.17 |  | 31,189.43 | 41,607.75 |')
  })

  test('have bold names of groups in rows of their own, however far these run', async () => {
    const body = rowsOf(9, (row) =>
      row % 3 === 0
        ? line(94 + row * 14, [[60, `narrow group ${row} of parts`]], 'bold')
        : line(94 + row * 14, [
            [60, `KX-${row}04`],
            [115, `part number ${row}`],
            number(300, `${row}7.10`),
          ]),
    )
    const head = line(
      80,
      [
        [60, 'Item no.'],
        [115, 'Article'],
        [270, 'Price'],
      ],
      'bold',
    )
    const markdown = await markdownOf([head + body])
    expect(markdown).toContain('| Item no. | Article | Price |')
    expect(markdown).toMatch(
      /\| \*{0,2}narrow group 3 of parts\*{0,2} \|  \|  \|\n\| KX-404 \| part number 4 \| 47.10 \|/,
    )
  })

  test('hold code, whose blanks are wide', async () => {
    const head = line(
      80,
      [
        [60, 'Symbol'],
        [180, 'Explanation'],
      ],
      'bold',
    )
    const rows = ['T: U', "T: 'a", "'b: 'a", 'T: ?Sized'].map(
      (code, row) =>
        line(94 + row * 14, [[60, code]], 'mono') +
        line(94 + row * 14, [[180, `bound number ${row}`]]),
    )
    const markdown = await markdownOf([head + rows.join('')])
    expect(markdown).toContain('| Symbol | Explanation |')
    expect(markdown).toContain('| `T: U` | bound number 0 |')
  })

  test('may hold nothing but code below their heads', async () => {
    const head = line(
      80,
      [
        [60, 'Format'],
        [180, 'Label'],
      ],
      'bold',
    )
    const rows = rowsOf(5, (row) =>
      line(
        94 + row * 14,
        [
          [60, `Code${row}`],
          [180, `Code_${row}`],
        ],
        'mono',
      ),
    )
    expect(await markdownOf([head + rows])).toContain(
      '| Format | Label |\n| --- | --- |\n| `Code0` | `Code_0` |',
    )
  })

  test('reach beyond the outermost rules, and below the last', async () => {
    const head = line(92, [
      [54, 'Line'],
      [104, 'What to enter'],
      [304, 'Amount'],
    ])
    const rows = rowsOf(4, (row) =>
      line(110 + row * 18, [
        [54, `${row + 1}`],
        [104, `income of kind ${row}`],
        [304, `${row}50`],
      ]),
    )
    const across = [0, 1, 2, 3, 4].map((at) => rule(50, PAGE_HEIGHT - 80 - at * 18, 400)).join('')
    const down = [100, 300].map((x) => rule(x, PAGE_HEIGHT - 80, x, PAGE_HEIGHT - 170)).join('')
    const markdown = await markdownOf([head + rows + across + down])
    expect(markdown).toContain('| Line | What to enter | Amount |')
    expect(markdown).toContain('| 1 | income of kind 0 | 050 |')
    expect(markdown).toContain('| 4 | income of kind 3 | 350 |')
  })

  test('begin with a first row that no rule parts from its head', async () => {
    const head = line(80, [
      [60, 'Name'],
      [200, 'Size'],
      [260, 'Cost'],
    ])
    const rows = rowsOf(
      5,
      (row) =>
        line(94 + row * 14, [
          [60, `name ${row}`],
          number(225, `${row}1.50`),
          number(290, `${row}7.25`),
        ]) + rule(55, PAGE_HEIGHT - 98 - row * 14, 300),
    )
    const markdown = await markdownOf([head + rows])
    expect(markdown).toContain(
      '| Name | Size | Cost |\n| --- | --- | --- |\n| name 0 | 01.50 | 07.25 |',
    )
  })

  test('are rows and no headings where their type is larger than that of the text', async () => {
    const small = Array.from({ length: 12 }, (_, at) =>
      text(
        60,
        PAGE_HEIGHT - 400 - at * 10,
        'Many words in small type make most of this page, as they do in letters.',
        'sans',
        8,
      ),
    ).join('')
    const rows = rowsOf(6, (row) => {
      const y = 94 + row * 28
      const cells: Cell[] = [
        [60, `0${row} Mar`],
        [110, `Card market ${row} empty graph formal`],
      ]
      const rest = line(y + 12, [[110, 'sailor bright']]) + line(y, [number(360, `1,0${row}4.50`)])
      return line(y, cells) + rest
    })
    const markdown = await markdownOf([
      line(80, [
        [60, 'Date'],
        [110, 'Description'],
        [320, 'Amount'],
      ]) +
        rows +
        small,
    ])
    expect(markdown).not.toContain('# ')
    expect(markdown).toContain(
      '| 03 Mar | Card market 3 empty graph formal sailor bright | 1,034.50 |',
    )
  })

  test('are no words of stretched lines between which no blanks are drawn', async () => {
    const stretched = (down: number, words: readonly string[]): string =>
      `BT /sans 10 Tf 60 ${PAGE_HEIGHT - down} Td [${words.map((word) => `(${word})`).join(' -600 ')}] TJ ET\n`
    const lines = [
      stretched(80, [
        'The',
        'string',
        'is',
        'split',
        'in',
        '3',
        'segments',
        'of',
        'letters',
        'and',
        'of',
        'digits',
      ]),
      line(94, [[60, 'with the following modes, one for each of them, as is said below here:']]),
      stretched(108, [
        'Another',
        'line',
        'of',
        '4',
        'words',
        'and',
        'more',
        'is',
        'stretched',
        'as',
        'well',
        'here',
      ]),
    ]
    expect(await markdownOf([lines.join('')])).not.toContain('|')
  })
})
