import { describe, expect, test } from 'vitest'
import { makeLine } from '../../../../src/pdf/lines/lines.ts'
import type { Span } from '../../../../src/pdf/model.ts'
import { readAlignedTable } from '../../../../src/pdf/tables/aligned-table.ts'
import { lostText } from '../../../support/pdf-conservation.ts'
import { PAGE_HEIGHT, paragraph, pdfOf, rule, text, type TestFont } from '../../../support/pdf.ts'
import { markdownOf, readPdf } from '../../../support/read-pdf.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

/** About the width of a character of Helvetica in 10 points. */
const DIGIT_PT = 5.56

type Cell = [x: number, content: string]

const line = (down: number, cells: readonly Cell[], font: TestFont = 'sans'): string =>
  cells.map(([x, content]) => text(x, PAGE_HEIGHT - down, content, font)).join('')

/** A number whose last digit ends at `right`. */
const number = (right: number, content: string): Cell => [
  right -
    Array.from(content, (char) => (/\d/.test(char) ? DIGIT_PT : DIGIT_PT / 2)).reduce(
      (a, b) => a + b,
      0,
    ),
  content,
]

describe('tables without borders', () => {
  test('have debit and credit in columns of their own, however near they stand', async () => {
    const rows = Array.from({ length: 8 }, (_, row) =>
      line(110 + row * 14, [
        [60, `2026-03-0${row + 1}`],
        [130, `ledger ${row}`],
        row % 3 === 0 ? number(304, `2,0${row}0.00`) : number(260, `1,0${row}0.00`),
        number(362, `9,0${row}0.00`),
      ]),
    )
    const head = line(96, [
      [60, 'Date'],
      [130, 'Text'],
      [236, 'Debit'],
      [276, 'Credit'],
      [324, 'Balance'],
    ])
    const markdown = await markdownOf([head + rows.join('')])
    expect(markdown).toContain('| Date | Text | Debit | Credit | Balance |')
    expect(markdown).toContain('| 2026-03-01 | ledger 0 |  | 2,000.00 | 9,000.00 |')
    expect(markdown).toContain('| 2026-03-02 | ledger 1 | 1,010.00 |  | 9,010.00 |')
  })

  test('end with an empty row where all rows are as high as each other', async () => {
    const table = (top: number, mark: string, places: readonly number[]): string =>
      [0, 1, 2, 3, 4]
        .map((row) =>
          line(
            top + row * 13,
            places.map((x): Cell => [x, `${mark}${row}`]),
          ),
        )
        .join('')
    const markdown = await markdownOf([
      table(100, 'a', [60, 160, 260]) + table(100 + 6 * 13, 'b', [60, 120, 210, 300]),
    ])
    expect(markdown).toContain('| a4 | a4 | a4 |')
    expect(markdown).toContain('| b0 | b0 | b0 | b0 |')
  })

  test.each([1, 2, 3, 4, 5, 6])(
    'keep cells of several lines whole beside labels in another font, seed %i',
    async (seed) => {
      const random = seededRandom(seed)
      const rows = Array.from({ length: 9 }, (_, row) => ({
        label: `--option-${row}`,
        lines: Array.from({ length: 1 + Math.floor(random() * 3) }, (__, at) =>
          at === 0 ? `Option ${row} says in all its words` : `and goes on with line ${at} of it`,
        ),
      }))
      const leading = 13 + random()
      // Rows are hardly further apart than lines, and labels stand higher.
      const drawn: string[] = [line(96, [[60, 'Option']]), line(96, [[180, 'Description']])]
      let down = 96 + leading
      for (const { label, lines } of rows) {
        drawn.push(line(down - 2.7, [[60, label]], 'mono'))
        for (const content of lines) {
          drawn.push(line(down, [[180, content]]))
          down += leading
        }
        down += 0.4
      }
      const markdown = await markdownOf([drawn.join('')])
      for (const { label, lines } of rows) {
        expect(markdown).toContain(`| \`${label}\` | ${lines.join(' ')} |`)
      }
    },
  )

  test('have a head of which several names were drawn as one', () => {
    const style = { bold: false, italic: false, mono: false, url: undefined }
    const span = (content: string, x: number, right: number, y: number): Span => {
      const place = { x, right, y, size: 10, spaced: true, upright: true, contentId: undefined }
      return { text: content, ...style, ...place }
    }
    const rows = [0, 1, 2, 3, 4].map((row) => {
      const y = 120 + row * 14
      const times = [150, 190, 230].map((x) => span(`1${row}:10`, x, x + 25, y))
      return makeLine(1, [span(`stop ${row}`, 60, 86, y), ...times, span('end', 300, 318, y)])
    })
    const head = makeLine(1, [
      span('Stop', 60, 82, 106),
      span('AB16 MN60 QF10', 150, 255, 106),
      span('Last', 300, 320, 106),
    ])
    const cells = readAlignedTable([head, ...rows], [])?.rows[0]?.cells
    expect(cells?.map(([one]) => one?.text)).toEqual(['Stop', 'AB16', 'MN60', 'QF10', 'Last'])
  })

  test('have numbers to the right close to numbers to the left', async () => {
    const values = ['14.80', '74.13', '812', '1055', '8.50']
    const rows = values.map((value, row) =>
      line(120 + row * 14, [
        [60, `part ${row}`],
        number(240, value),
        [242, `${9 - row}7.5`],
        [330, `end ${row}`],
      ]),
    )
    const markdown = await markdownOf([rows.join('')])
    expect(markdown).toContain('| part 2 | 812 | 77.5 | end 2 |')
  })

  test.each(['at the top', 'in the middle'])(
    'have cells of several lines beside others %s of the row',
    async (place) => {
      const down = place === 'at the top' ? 0 : 6
      const row = (index: number): string => {
        const top = 100 + index * 30
        return (
          line(top + down, [[60, `part ${index}`]]) +
          line(top, [[150, `Holds the ${index} wheel of`]]) +
          line(top + 12, [[150, `the left axle.`]]) +
          line(top + down, [number(330, `${index}40`)])
        )
      }
      const markdown = await markdownOf([[0, 1, 2, 3].map(row).join('')])
      expect(markdown).toContain('| part 2 | Holds the 2 wheel of the left axle. | 240 |')
      expect(markdown.match(/^\| part \d/gm)).toHaveLength(4)
    },
  )

  test('have cells of several lines, drawn line by line down the page', async () => {
    const row = (index: number): string => {
      const top = 100 + index * 30
      return (
        line(top, [[150, `Holds the ${index} wheel of`]]) +
        line(top + 6, [[60, `part ${index}`], number(330, `${index}40`)]) +
        line(top + 12, [[150, 'the left axle.']])
      )
    }
    const markdown = await markdownOf([[0, 1, 2, 3].map(row).join('')])
    expect(markdown).toContain('| part 2 | Holds the 2 wheel of the left axle. | 240 |')
  })

  test('have cells whose lines stand as near as the rows, drawn line by line', async () => {
    const names = ['alpha', 'beta', 'gamma', 'delta']
    const ops = names.map((name, index) =>
      [
        line(100 + index * 24, [
          [60, name],
          [150, `keeps what the ${name} needs and`],
          number(360, `${index}1`),
        ]),
        line(112 + index * 24, [[150, 'gives the rest back']]),
      ].join(''),
    )
    const markdown = await markdownOf([ops.join('')])
    expect(markdown).toContain(
      '| gamma | keeps what the gamma needs and gives the rest back | 21 |',
    )
  })

  test('part numbers from texts that are drawn as one with them', async () => {
    const counts = ['7', '1400', '23', '512', '9']
    const rows = counts.map((count, row) => {
      const [x] = number(250, count)
      return line(100 + row * 16, [
        [60, `crate ${row}`],
        [x, `${count} oak planks`],
      ])
    })
    expect(await markdownOf([rows.join('')])).toContain('| crate 1 | 1400 | oak planks |')
  })

  test.each([3, 4])(
    'are two where another one with %i columns begins on the next page',
    async (width) => {
      const counts = ['7', '1400', '23', '512', '9', '88']
      const first = counts.map((count, row) =>
        line(700 + row * 16, [
          [60, `crate ${row}`],
          number(180, `${count}4`),
          [number(260, count)[0], `${count} oak planks`],
          number(480, `${count}.5`),
        ]),
      )
      const second = [0, 1, 2, 3, 4, 5, 6, 7].map((row) =>
        line(60 + row * 16, [
          [60, `sack ${row}`],
          ...Array.from({ length: width - 1 }, (_, column) => number(150 + column * 28, `${row}1`)),
        ]),
      )
      const markdown = await markdownOf([first.join(''), second.join('')])
      expect(markdown).toContain('| crate 1 | 14004 | 1400 | oak planks | 1400.5 |')
      expect(markdown).toContain(`| sack 3 |${' 31 |'.repeat(width - 1)}\n`)
    },
  )

  test('go on in no other columns than those they stand under', async () => {
    const first = [0, 1, 2, 3, 4, 5].map((row) =>
      line(700 + row * 16, [
        [60, `crate ${row}`],
        [130, 'stands beside the door'],
        [250, `${row}5`],
        [330, `${row}6`],
        [410, `${row}7`],
      ]),
    )
    const second = [0, 1, 2, 3, 4, 5].map((row) =>
      line(60 + row * 16, [
        [60, `${row}1`],
        [140, `${row}2`],
        [220, `${row}3`],
      ]),
    )
    const markdown = await markdownOf([first.join(''), second.join('')])
    expect(markdown).toContain('| crate 3 | stands beside the door | 35 | 36 | 37 |')
    expect(markdown).toContain('\n| 31 | 32 | 33 |')
  })

  test('are not made of a text with wide spaces that ends in the midst of a word', async () => {
    const rows = [
      [
        [60, 'formerly:'],
        [140, 'porter'],
        [240, '='],
      ],
      [
        [60, 'carrier'],
        [140, 'warden'],
        [240, '='],
      ],
      [
        [60, 'keeper'],
        [140, 'master'],
        [240, 'at the har-'],
      ],
    ] as const
    const drawn = rows.map((cells, row) => line(100 + row * 14, cells as unknown as Cell[]))
    const markdown = await markdownOf([
      drawn.join('') + text(60, PAGE_HEIGHT - 142, 'bour, and what they carried there.'),
    ])
    expect(markdown).not.toContain('|')
  })

  test('keep dates whole that are cut at the end of their column', async () => {
    const rows = [1, 2, 3, 4, 5, 6].map((row) =>
      line(100 + (row > 3 ? row + 1 : row) * 14, [
        [60, row === 3 ? '2026-01-' : `2026-01-0${row}`],
        [140, `crate ${row} of the harbour`],
        number(400, `${row}4.20`),
      ]),
    )
    const rest = line(100 + 4 * 14, [[60, '03']])
    const drawn = [...rows.slice(0, 3), rest, ...rows.slice(3)].join('')
    expect(await markdownOf([drawn])).toContain(
      '| 2026-01-03 | crate 3 of the harbour | 34.20 |\n| 2026-01-04 |',
    )
  })

  test('keep a row whole that a page break cuts in its date, under a head that is repeated', async () => {
    const row = (down: number, date: string, tail: Cell[]): string =>
      line(down, [[60, date], ...tail])
    const head = (down: number): string =>
      line(down, [[60, 'Date'], [140, 'Text'], number(400, 'Sum')])
    const whole = (down: number, at: number): string =>
      row(down, `2026-01-0${at}`, [[140, `crate ${at} of the harbour`], number(400, `${at}4.20`)])
    const cut = row(790, '2026-01-', [[140, 'crate 3 of the harbour'], number(400, '34.20')])
    const first = head(720) + whole(746, 1) + whole(768, 2) + cut
    const second = head(50) + row(76, '03', []) + whole(98, 4) + whole(120, 5)
    const { markdown, removed } = await readPdf(pdfOf([first, second]))
    expect(markdown).toContain('| 2026-01-03 | crate 3 of the harbour | 34.20 |\n| 2026-01-04 |')
    expect(removed).toEqual([{ kind: 'repeated_table_head', page: 2, text: 'Date Text Sum' }])
  })

  test('are not made of a list', async () => {
    const list = ['first thing', 'second thing', 'third thing'].map((item, row) =>
      line(100 + row * 14, [
        [60, '1.'.replace('1', String(row + 1))],
        [82, item],
      ]),
    )
    expect(await markdownOf([list.join('')])).toBe(
      '1. first thing\n2. second thing\n3. third thing',
    )
  })

  test('put a row together that a page break cuts', async () => {
    const row = (down: number, name: string, what: string): string =>
      line(down, [[60, name], [160, what], number(400, '12')])
    const first = [0, 1, 2, 3].map((at) =>
      row(740 + at * 20, `piece ${at}`, `belongs to the ${at} chest`),
    )
    const second =
      line(50, [[160, 'of the upper floor']]) +
      [4, 5, 6]
        .map((at) => row(70 + (at - 4) * 20, `piece ${at}`, `belongs to the ${at} chest`))
        .join('')
    expect(await markdownOf([first.join(''), second])).toContain(
      '| piece 3 | belongs to the 3 chest of the upper floor | 12 |',
    )
  })

  test('keep rows apart that no rule parts on the next page', async () => {
    const row = (down: number, name: string): string =>
      line(down, [[60, name], [200, 'of oak'], number(400, '12')])
    const ruled = row(750, 'Name') + rule(60, PAGE_HEIGHT - 754, 500) + row(764, 'chest 1')
    const bare = [2, 3, 4].map((at) => row(22 + at * 14, `chest ${at}`)).join('')
    const closed = rule(60, PAGE_HEIGHT - 84, 500)
    const prose =
      'The porter carries what no guest can carry, and the guest pays for it at the door.'
    const below = paragraph(60, PAGE_HEIGHT - 100, [prose, prose])
    expect(await markdownOf([ruled, bare + closed + below])).toContain(
      '| chest 2 | of oak | 12 |\n| chest 3 | of oak | 12 |\n| chest 4 | of oak | 12 |',
    )
  })

  test('end with their rows, though a rule stands at the head of the next page', async () => {
    const rows = [0, 1, 2, 3].map((at) =>
      line(740 + at * 14, [[60, `bolt ${at}`], [160, 'fits the door and'], number(400, '31')]),
    )
    const tail = line(796, [[160, 'the gate']])
    const next =
      rule(60, PAGE_HEIGHT - 56, 500) + line(80, [[60, `bolt 4`], [160, 'fits'], number(400, '32')])
    expect(await markdownOf([rows.join('') + tail, next])).toContain(
      '| bolt 3 | fits the door and the gate | 31 |',
    )
  })

  test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
    'keep every cell in its column, as seed %i sets them',
    async (seed) => {
      const random = seededRandom(seed)
      const below = (count: number): number => Math.floor(random() * count)
      const width = 3 + below(3)
      const isRight = Array.from({ length: width }, (_, at) => at > 0 && random() < 0.5)
      const cells = Array.from({ length: 6 + below(20) }, (_, row) =>
        Array.from({ length: width }, (__, at) =>
          at === 0 ? `entry ${row}` : isRight[at] ? String(below(9_000)) : `word ${below(900)} x`,
        ),
      )
      const ops = cells.map((row, index) =>
        line(
          80 + index * 15,
          row.map((content, at) =>
            isRight[at] ? number(130 + at * 85, content) : [60 + at * 85, content],
          ),
        ),
      )
      const bytes = pdfOf([ops.join('') + paragraph(60, 260, ['The end of the list is here.'])])
      const result = await readPdf(bytes)
      const rows = cells.map((row) => `| ${row.join(' | ')} |`)
      expect(rows.filter((row) => !result.markdown.includes(row))).toEqual([])
      expect(await lostText(bytes, result)).toBe('')
    },
  )
})
