import { describe, expect, test } from 'vitest'
import { lostText } from '../../support/pdf-conservation.ts'
import { PAGE_HEIGHT, pdfOf, text } from '../../support/pdf.ts'
import { readPdf } from '../../support/read-pdf.ts'

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
    expect(result.markdown.match(/^\| day \d+ \| the \d+ porter .*\|.*\| \d+\.50 \|$/gm)).toHaveLength(
      COUNT - 1,
    )
    expect(await lostText(bytes, result)).toBe('')
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

  test.each([
    ['of another program', pages, { creator: 'Writer' }],
    ['with as many columns as a list has pages', [0, 50].map((from) => strip(second, from)), CALC],
  ])('is not made of the pages %s', async (_, drawn, document) => {
    const { markdown } = await readPdf(pdfOf(drawn, document))
    expect(markdown).not.toMatch(/(?:day|porter).*\|.*porter/)
  })

  test('is not put together of some of its pages', async () => {
    const { markdown } = await readPdf(pdfOf(pages, CALC), { pages: '1-5' })
    expect(markdown).not.toMatch(/day.*\|.*porter/)
  })
})
