import { describe, expect, test } from 'vitest'
import { lostText } from '../../../support/pdf-conservation.ts'
import { PAGE_HEIGHT, pdfOf, rule, text } from '../../../support/pdf.ts'
import { readPdf } from '../../../support/read-pdf.ts'

const ROWS_PER_PAGE = 50
const CALC = { creator: 'Calc' }

/** A strip of columns on as many pages as its rows need; what has no text is not drawn. */
function strip(columns: readonly { x: number; cells: readonly string[] }[], from = 0): string {
  return columns
    .flatMap(({ x, cells }) =>
      cells
        .slice(from, from + ROWS_PER_PAGE)
        .map((cell, row) => (cell === '' ? '' : text(x, PAGE_HEIGHT - 80 - row * 13, cell))),
    )
    .join('')
}

const COUNT = 80
const numbers = (head: string, make: (row: number) => string): string[] => [
  head,
  ...Array.from({ length: COUNT - 1 }, (_, row) => make(row)),
]
const days = numbers('Day', (row) => `day ${row}`)
const texts = numbers('Text', (row) => `the ${row} porter carries what no guest can carry`)
const tons = numbers('Tons', (row) => (row % 3 === 0 ? '' : `${row}00`))
const prices = numbers('Price', (row) => `${row}.50`)

const first = [{ x: 60, cells: days }]
const second = [{ x: 60, cells: texts }]
const third = [
  { x: 60, cells: tons },
  { x: 120, cells: prices },
]

describe('a sheet too wide for its pages', () => {
  const pages = [first, second, third].flatMap((columns) => [
    strip(columns),
    strip(columns, ROWS_PER_PAGE),
  ])

  test('has its rows whole, and loses nothing', async () => {
    const bytes = pdfOf(pages, CALC)
    const result = await readPdf(bytes)
    expect(result.markdown).toContain('| Day | Text | Tons | Price |')
    expect(result.markdown).toContain(
      '| day 70 | the 70 porter carries what no guest can carry | 7000 | 70.50 |',
    )
    expect(
      result.markdown.match(/^\| day \d+ \| the \d+ porter .*\|.*\| \d+\.50 \|$/gm),
    ).toHaveLength(COUNT - 1)
    expect(await lostText(bytes, result)).toBe('')
  })

  test('has them where a column has far longer texts on one page than on the other', async () => {
    const uneven = numbers('Text', (row) =>
      row < ROWS_PER_PAGE
        ? `note number ${row}`
        : `the ${row} porter carries what no guest can carry`,
    )
    const columns = [first, [{ x: 60, cells: uneven }], third]
    const drawn = columns.flatMap((one) => [strip(one), strip(one, ROWS_PER_PAGE)])
    const { markdown } = await readPdf(pdfOf(drawn, CALC))
    expect(markdown).toContain('| day 20 | note number 20 | 2000 | 20.50 |')
    expect(markdown).toContain(
      '| day 70 | the 70 porter carries what no guest can carry | 7000 | 70.50 |',
    )
  })

  test('has them where pages without text were not printed', async () => {
    const totals = days.map((_, row) => (row === 4 || row > 44 ? '' : `sum ${row}`)).slice(0, 48)
    // Rows of the first page alone have text there; the second page lacks the fifth row, too.
    const gap = (cells: readonly string[]): string[] =>
      cells.map((cell, row) => (row === ROWS_PER_PAGE + 3 ? '' : cell))
    const left = [{ x: 60, cells: gap(days) }]
    const bytes = pdfOf(
      [strip(left), strip(left, ROWS_PER_PAGE), strip([{ x: 260, cells: totals }])],
      CALC,
    )
    const { markdown } = await readPdf(bytes)
    expect(markdown).toContain('| day 20 | sum 21 |')
  })

  test('has them where its first pages hold tables of other columns', async () => {
    const sums = days.map((_, row) => (row > 39 && row < 48 ? `sum ${row}` : ''))
    const other = [90, 200, 310].map((x) => ({
      x,
      cells: Array.from({ length: 8 }, (_, row) => `${x} of ${row}`),
    }))
    const bytes = pdfOf(
      [strip([{ x: 60, cells: days }]), strip(other), strip([{ x: 60, cells: sums }])],
      CALC,
    )
    const { markdown } = await readPdf(bytes)
    expect(markdown).toContain('| day 42 | sum 43 |')
    expect(markdown).toContain('| 90 of 2 | 200 of 2 | 310 of 2 |')
  })

  test.each([
    ['of another program', pages, { creator: 'Writer' }],
    ['with as many columns as a list has pages', [0, 50].map((from) => strip(second, from)), CALC],
  ])('is not made of the pages %s', async (_, drawn, document) => {
    const { markdown } = await readPdf(pdfOf(drawn, document))
    expect(markdown).not.toMatch(/(?:day|porter).*\|.*porter/)
  })

  test('has one table where its cells have borders', async () => {
    const cells = (x: number, widths: readonly number[], name: string): string => {
      const edges = [0, ...widths].map(
        (_, at) => x + widths.slice(0, at).reduce((a, b) => a + b, 0),
      )
      const [left = 0, right = 0] = [edges[0], edges.at(-1)]
      const top = PAGE_HEIGHT - 60
      const lines = [0, 1, 2, 3, 4, 5].map((row) => rule(left, top - row * 20, right)).join('')
      const sides = edges.map((edge) => rule(edge, top, edge, top - 100)).join('')
      const inside = [0, 1, 2, 3, 4].flatMap((row) =>
        widths.map((_, at) =>
          text((edges[at] ?? 0) + 4, top - row * 20 - 14, `${name}${at}${row}`),
        ),
      )
      return lines + sides + inside.join('')
    }
    const { markdown } = await readPdf(
      pdfOf([cells(60, [40], 'a'), cells(60, [200, 90], 'long text ')], CALC),
    )
    expect(markdown).toContain('| a03 | long text 03 | long text 13 |')
  })

  test('is not made of pages whose rows stand at other heights', async () => {
    const notes = ['a', 'b', 'c', 'd'].map((name, row) =>
      text(60, PAGE_HEIGHT - 86 - row * 39, `note ${name} of what the porter carries`),
    )
    const { markdown } = await readPdf(pdfOf([strip(first), notes.join('')], CALC))
    expect(markdown.indexOf('note a')).toBeGreaterThan(markdown.indexOf('day 48'))
  })

  test('is not put together of some of its pages', async () => {
    const { markdown } = await readPdf(pdfOf(pages, CALC), { pages: '1-5' })
    expect(markdown).not.toMatch(/day.*\|.*porter/)
  })
})
