import { describe, expect, test } from 'vitest'
import { makeLine } from '../../../../src/pdf/lines/lines.ts'
import type { Line, Span } from '../../../../src/pdf/model.ts'
import { findFault } from '../../../../src/pdf/tables/judge.ts'
import { seeds } from '../../../support/full.ts'
import { marked, PAGE_HEIGHT, pdfOf, rule, text, type TestFont } from '../../../support/pdf.ts'
import { markdownOf, readPdf } from '../../../support/read-pdf.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

/** About the width of a digit of Helvetica in 10 points, and of a point or comma. */
const DIGIT_PT = 5.56
const POINT_PT = 2.78

type Cell = [x: number, content: string]

const line = (down: number, cells: readonly Cell[], font: TestFont = 'sans'): string =>
  cells.map(([x, content]) => text(x, PAGE_HEIGHT - down, content, font)).join('')

const widthOf = (number: string): number =>
  Array.from(number, (char) => (/\d/.test(char) ? DIGIT_PT : POINT_PT)).reduce((a, b) => a + b, 0)

/** A number whose last digit ends at `right`. */
const number = (right: number, content: string): Cell => [right - widthOf(content), content]

const lineAt = (x: number, y: number, content: string): Line => {
  const style = { bold: false, italic: false, mono: false, url: undefined }
  const span: Span = {
    ...style,
    text: content,
    x,
    right: x + content.length * 5,
    y,
    size: 10,
    spaced: false,
    upright: true,
    contentId: undefined,
  }
  return makeLine(1, [span])
}

describe('the judge of tables', () => {
  const head = [[lineAt(60, 20, 'Name')], [lineAt(200, 20, 'Size')]]
  test.each<[string | undefined, Line[][][]]>([
    [undefined, [head, [[lineAt(60, 40, 'Oak')], [lineAt(200, 40, '12')]]]],
    ['order', [head, [[lineAt(200, 40, '12')], [lineAt(60, 40, 'Oak')]]]],
    [
      'rows',
      [head, [[lineAt(60, 40, 'Oak')], [lineAt(200, 80, '12')]], [[], [lineAt(200, 60, '7')]]],
    ],
    [
      'rows',
      [
        [[lineAt(60, 20, 'Name')], [], [lineAt(300, 20, 'Size')]],
        [[], [lineAt(200, 27, 'Town')], []],
        [[lineAt(60, 60, 'Oak')], [], [lineAt(300, 60, '12')]],
        [[], [lineAt(200, 67, 'Ely')], []],
      ],
    ],
    [
      'list',
      [
        head,
        [
          [lineAt(60, 40, 'Oak'), lineAt(60, 52, 'Elm')],
          [lineAt(200, 40, '12'), lineAt(200, 52, '7')],
        ],
      ],
    ],
    [
      'fused',
      [
        head,
        [[lineAt(60, 40, 'Oak')], [lineAt(200, 40, '12 77')]],
        [[lineAt(60, 60, 'Elm')], [lineAt(200, 60, '9 31.5')]],
      ],
    ],
    [
      'head',
      [
        [...head, []],
        [[lineAt(60, 40, 'Oak')], [], [lineAt(240, 40, '12')]],
        [[lineAt(60, 60, 'Elm')], [], [lineAt(240, 60, '7')]],
      ],
    ],
  ])('names the fault %s', (fault, rows) => {
    expect(findFault(rows)).toBe(fault)
  })
})

describe('tables of a page', () => {
  test('keep blank cells blank between rows of two columns', async () => {
    const rows: Cell[][] = [
      [
        [60, 'Parameter'],
        [250, 'Limit'],
      ],
      [
        [60, 'Arsenic'],
        [250, '10'],
      ],
      [
        [60, 'Lead'],
        [250, '5'],
      ],
      [[60, 'Colour']],
      [[60, 'Odour']],
      [
        [60, 'Nitrate'],
        [250, '50'],
      ],
      [[60, 'Taste']],
    ]
    const markdown = await markdownOf([rows.map((row, at) => line(60 + at * 12, row)).join('')])
    expect(markdown).toContain(
      '| Lead | 5 |\n| Colour |  |\n| Odour |  |\n| Nitrate | 50 |\n| Taste |  |',
    )
  })

  test.each(['left', 'centre', 'right'])(
    'have heads set to the %s over their amounts',
    async (set) => {
      for (let seed = 1; seed <= seeds(8, 60); seed += 1) {
        const random = seededRandom(seed)
        const rights = [0, 1, 2].map((column) => 300 + column * 90)
        const headAt = (right: number, name: string): Cell => {
          const width = name.length * 5
          if (set === 'left') return [right - 84, name]
          return [set === 'right' ? right - width : right - 42 - width / 2, name]
        }
        const values = Array.from({ length: 6 }, (_, row) =>
          rights.map((_right, column) =>
            random() < 0.3 && (row + column) % 3 ? '' : (random() * 9_000 + 1).toFixed(2),
          ),
        )
        const body = values.map((cells, row) =>
          line(80 + row * 16, [
            [60, `entry ${row}`],
            ...cells.flatMap((value, at) => (value ? [number(rights[at] ?? 0, value)] : [])),
          ]),
        )
        const top = line(62, [
          [60, 'Text'],
          ...rights.map((right, at) => headAt(right, ['Debit', 'Credit', 'Balance'][at] ?? '')),
        ])
        const { markdown, tablesAsText } = await readPdf(pdfOf([top + body.join('')]))
        if (tablesAsText.length > 0) continue
        expect(markdown, `seed ${seed}`).toContain('| Text | Debit | Credit | Balance |\n')
        for (const [row, cells] of values.entries())
          expect(markdown, `seed ${seed}`).toContain(`| entry ${row} | ${cells.join(' | ')} |`)
      }
    },
  )

  test('have the rows of groups that rules part', async () => {
    const rows = Array.from({ length: 12 }, (_, row) =>
      line(80 + row * 12, [[60, `state ${row}`], number(240, `${row}40`), number(330, `${row}77`)]),
    )
    const rules = [0, 4, 8, 12].map((row) => rule(50, PAGE_HEIGHT - 70.5 - row * 12, 340))
    const markdown = await markdownOf([rows.join('') + rules.join('')])
    expect(markdown).toContain('| state 5 | 540 | 577 |\n| state 6 | 640 | 677 |')
  })

  test('end before code', async () => {
    const rows = [0, 1, 2, 3].map((row) =>
      line(80 + row * 14, [
        [60, `name ${row}`],
        [220, `place ${row}`],
      ]),
    )
    const code = ['def f(a):', '    return a'].map((content, at) =>
      line(136 + at * 14, [[60, content]], 'mono'),
    )
    const markdown = await markdownOf([rows.join('') + code.join('')])
    expect(markdown).toContain('| name 3 | place 3 |\n\n```\ndef f(a):')
  })

  test('are text where two columns cannot be told apart, which is said', async () => {
    const rows = [0, 1, 2, 3, 4].map((row) =>
      line(80 + row * 14, [
        [60, `name ${row}`],
        [220, `${row}2.5 ${row}${row % 2 ? '1' : ''}7.25`],
      ]),
    )
    const { markdown, tablesAsText } = await readPdf(pdfOf([rows.join('')]))
    expect(tablesAsText).toEqual([1])
    expect(markdown).toMatch(/^```\nname 0 +02\.5 07\.25\n/m)
    expect(markdown).not.toContain('|')
  })

  test('are read by place where their tags name other cells', async () => {
    const values = [0, 1, 2, 3].map((row) => [`name ${row}`, `town ${row}`, `${row}7`])
    const places = [60, 200, 340]
    let id = 0
    const kids: number[][] = []
    const ops = values
      .map((cells, row) => {
        const own = cells.map((content, at) => {
          const drawn = marked(id, line(80 + row * 16, [[places[at] ?? 0, content]]))
          ;(kids[row] ??= []).push(id)
          id += 1
          return drawn
        })
        return own.join('')
      })
      .join('')
    // Every second row has its last cell second.
    const structure = [
      {
        role: 'Table',
        kids: kids.map(([one = 0, two = 0, three = 0], row) => ({
          role: 'TR',
          kids: (row % 2 ? [one, three, two] : [one, two, three]).map((kid) => ({
            role: 'TD',
            kids: [kid],
          })),
        })),
      },
    ]
    const markdown = await markdownOf([{ ops, structure }])
    for (const cells of values) expect(markdown).toContain(`| ${cells.join(' | ')} |`)
  })

  test('have cells that come near to each other apart, where blanks between words are drawn', async () => {
    const towns = ['north quay', 'old ferry', 'west mole', 'long pier']
    const rows = towns.map((town, row) =>
      line(80 + row * 14, [
        [60, `name number ${row}`],
        number(222, `${'9'.repeat(row + 1)}.50`),
        [224, town],
      ]),
    )
    const markdown = await markdownOf([rows.join('')])
    expect(markdown).toContain('| name number 1 | 99.50 | old ferry |')
    expect(markdown).toContain('| name number 3 | 9999.50 | long pier |')
  })

  test('are not made of justified text whose words are placed without blanks', async () => {
    // As programs do that stretch lines: two of three blanks are drawn, the others are moves of the pen by half of the type size.
    const words = ['anchor', 'harbor', 'master', 'timber', 'vessel', 'winter', 'summer', 'rudder']
    const rows = Array.from({ length: 12 }, (_, row) => {
      const parts = Array.from({ length: 12 }, (_word, at) => {
        const word = words[(at * 5 + row * 3) % words.length] ?? ''
        return at % 3 === 2 ? `(${word}) -480 ` : `(${word} ) -120 `
      })
      return `BT /sans 10 Tf 60 ${PAGE_HEIGHT - 80 - row * 14} Td [${parts.join('')}] TJ ET\n`
    })
    expect(await markdownOf([rows.join('')])).not.toContain('| --- |')
  })

  test('begin with bold heads over blank cells', async () => {
    const head = line(
      80,
      [
        [60, 'Kind of wood'],
        [220, 'Price today'],
      ],
      'bold',
    )
    const rows = ['Oak', 'Elm', 'Ash', 'Yew', 'Box'].map((name, row) =>
      line(96 + row * 14, [[60, name], ...(row < 2 ? [] : [number(270, `${row}0.5`)])]),
    )
    const above = line(50, [[60, 'What the yard of the harbour sells in this year of the ledger.']])
    const markdown = await markdownOf([above + head + rows.join('')])
    expect(markdown).toContain(
      '| Kind of wood | Price today |\n| --- | --- |\n| Oak |  |\n| Elm |  |',
    )
  })

  test('have rows whose cells of several lines stand at their foot', async () => {
    const rows: [string, string[], string][] = [
      ['Oak', ['planks of the', 'first felling'], '12.50'],
      ['Elm', ['boards'], '7.25'],
      ['Ash', ['oars for', 'boats of the', 'harbour'], '31.00'],
      ['Yew', ['staves cut', 'last winter'], '4.75'],
    ]
    let down = 94
    const ops = [line(80, [[60, 'Wood'], [150, 'What it is'], number(330, '2024')])]
    for (const [name, texts, price] of rows) {
      for (const [at, content] of texts.entries()) {
        down += at === 0 ? 12.8 : 11.8
        const isLast = at === texts.length - 1
        ops.push(
          line(down, isLast ? [[60, name], [150, content], number(330, price)] : [[150, content]]),
        )
      }
    }
    const markdown = await markdownOf([ops.join('')])
    expect(markdown).toContain('| Oak | planks of the first felling | 12.50 |')
    expect(markdown).toContain('| Ash | oars for boats of the harbour | 31.00 |')
  })

  test('go on below a wide space, where nothing else stands there', async () => {
    const rows = [0, 1, 2, 3, 4, 5].map((row) =>
      line(80 + row * 14 + (row > 3 ? 40 : 0), [
        [60, `name ${row}`],
        number(240, `${row}7.25`),
        number(330, `${row}1`),
      ]),
    )
    const markdown = await markdownOf([
      line(66, [
        [60, 'Name'],
        [210, 'Price'],
        [310, 'No.'],
      ]) + rows.join(''),
    ])
    expect(markdown).toContain('| name 3 | 37.25 | 31 |\n| name 4 | 47.25 | 41 |')
  })
})
