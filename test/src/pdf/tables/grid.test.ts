import { describe, expect, test } from 'vitest'
import { lostText } from '../../../support/pdf-conservation.ts'
import { PAGE_HEIGHT, paragraph, pdfOf, rule, text, type TestFont } from '../../../support/pdf.ts'
import { markdownOf, readPdf } from '../../../support/read-pdf.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

const LEFT = 60
const TOP = 700

/** The borders of a grid; `without` names borders that are not drawn, as the cells that they part. */
function borders(
  widths: readonly number[],
  heights: readonly number[],
  without: readonly string[] = [],
): string {
  const sum = (sizes: readonly number[]): number => sizes.reduce((all, one) => all + one, 0)
  const xs = [...widths, 0].map((_width, index) => LEFT + sum(widths.slice(0, index)))
  const ys = [...heights, 0].map((_height, index) => TOP - sum(heights.slice(0, index)))
  let ops = ''
  for (const [row, y] of ys.entries()) {
    for (const [column, x] of xs.entries()) {
      const right = xs[column + 1]
      const below = ys[row + 1]
      if (right !== undefined && !without.includes(`above ${row},${column}`))
        ops += rule(x, y, right)
      if (below !== undefined && !without.includes(`left of ${row},${column}`))
        ops += rule(x, y, x, below)
    }
  }
  return ops
}

const put = (x: number, down: number, content: string, font: TestFont = 'sans'): string =>
  text(LEFT + x, TOP - down, content, font)

describe('tables with borders', () => {
  test('are none where a frame parts the whole page', async () => {
    const across = [840, 760, 2].map((y) => rule(2, y, 593)).join('')
    const down = [2, 110, 593].map((x) => rule(x, 840, x, 2)).join('')
    const ops =
      across +
      down +
      text(130, 790, 'Quiet library', 'bold', 20) +
      text(10, 730, 'Ada') +
      text(130, 700, '- the first of two') +
      text(130, 680, '- the other one')
    const { markdown } = await readPdf(pdfOf([ops]))
    expect(markdown).not.toContain('|')
    expect(markdown).toContain('# Quiet library')
    expect(markdown).toContain('- the first of two\n- the other one')
  })

  test('keep their last column, where a rule of a table below is almost in line with theirs', async () => {
    const grid = (down: number, right: number): string => {
      const xs = [LEFT, 160, 240, right]
      const ys = [0, 1, 2, 3].map((row) => TOP - down - row * 16)
      // Each cell has borders of its own.
      const across = ys.flatMap((y) => xs.slice(1).map((x, at) => rule(xs[at] ?? 0, y, x)))
      const sides = ys.slice(1).flatMap((y) => xs.map((x) => rule(x, y, x, y + 16)))
      const cells = ys
        .slice(1)
        .flatMap((y, row) =>
          xs.slice(0, 3).map((x, at) => text(x + 4, y + 4, `cell ${down} ${row}${at}`)),
        )
      return [...across, ...sides, ...cells].join('')
    }
    const markdown = await markdownOf([
      grid(0, 321.36) + text(LEFT, 630, 'Between both stands a line of text.') + grid(90, 320.37),
    ])
    expect(markdown).toContain('| cell 0 20 | cell 0 21 | cell 0 22 |')
    expect(markdown).toContain('| cell 90 20 | cell 90 21 | cell 90 22 |')
  })

  test('have cells of several lines, drawn cell by cell, and empty ones', async () => {
    const ops =
      borders([100, 100, 100], [20, 40, 20]) +
      put(4, 14, 'Ship') +
      put(104, 14, 'Cargo') +
      put(204, 14, 'Tons') +
      put(4, 32, 'Blue') +
      put(4, 46, 'Anna') +
      put(104, 32, 'wheat') +
      put(204, 32, '40') +
      put(4, 74, 'Duck') +
      put(204, 74, '7')
    expect(await markdownOf([ops])).toBe(
      '| Ship | Cargo | Tons |\n| --- | --- | --- |\n| Blue Anna | wheat | 40 |\n| Duck |  | 7 |',
    )
  })

  test('have merged cells, whose text stands in the first of their places', async () => {
    const ops =
      borders([100, 100, 100], [20, 20, 20, 20], ['left of 0,2', 'above 3,0']) +
      put(4, 14, 'Ship') +
      put(104, 14, 'Cargo and tons') +
      put(4, 34, 'Anna') +
      put(104, 34, 'wheat') +
      put(204, 34, '40') +
      put(4, 54, 'Duck') +
      put(104, 54, 'oil') +
      put(204, 54, '5') +
      put(104, 74, 'salt') +
      put(204, 74, '6')
    expect((await markdownOf([ops])).split('\n').slice(2)).toEqual([
      '| Anna | wheat | 40 |',
      '| Duck | oil | 5 |',
      '|  | salt | 6 |',
    ])
  })

  test('of Chinese text are as small as they are', async () => {
    const cjk = (x: number, down: number, hex: string): string =>
      `BT /cjk 10 Tf ${LEFT + x} ${TOP - down} Td <${hex}> Tj ET\n`
    const ops =
      borders([60, 60], [20, 20]) +
      cjk(4, 14, 'C4E3') +
      cjk(64, 14, 'BAC3') +
      cjk(4, 34, 'CAC0') +
      cjk(64, 34, 'BDE7')
    expect(await markdownOf([ops])).toBe('| 你 | 好 |\n| --- | --- |\n| 世 | 界 |')
  })

  test('end with their border: the text after them stays text', async () => {
    const after = ['A sentence follows that is as long as', 'the table is wide, and another one.']
    const ops =
      borders([150, 150], [20, 20]) +
      put(4, 14, 'One') +
      put(154, 14, 'Two') +
      put(4, 34, 'Three') +
      put(154, 34, 'Four') +
      paragraph(LEFT, TOP - 56, after)
    const markdown = await markdownOf([ops])
    expect(markdown).toBe(`| One | Two |\n| --- | --- |\n| Three | Four |\n\n${after.join(' ')}`)
  })

  test('are read on a white sheet that was drawn under them', async () => {
    const sheet = `1 1 1 rg ${LEFT} ${TOP - 40} 200 100 re f 0 0 0 rg\n`
    const ops =
      sheet +
      text(LEFT, TOP + 40, 'Before the table.') +
      borders([100, 100], [20, 20]) +
      put(4, 14, 'One') +
      put(104, 14, 'Two') +
      put(4, 34, 'Three') +
      put(104, 34, 'Four')
    expect(await markdownOf([ops])).toBe(
      'Before the table.\n\n| One | Two |\n| --- | --- |\n| Three | Four |',
    )
  })

  test('part text that was drawn over their borders at once', async () => {
    const ops =
      borders([100, 100], [20, 20]) +
      put(4, 14, 'Name') +
      put(104, 14, 'Sum') +
      put(6, 34, 'a rather long name 3563.81')
    expect(await markdownOf([ops])).toContain('| a rather long name | 3563.81 |')
  })

  test('are none where they only frame text', async () => {
    const lines = Array.from({ length: 48 }, (_, line) => `line ${line} of a long text in a frame`)
    const ops =
      borders([200, 200], [290, 290]) +
      paragraph(LEFT + 4, TOP - 12, lines) +
      paragraph(LEFT + 204, TOP - 12, lines)
    expect(await markdownOf([ops])).not.toContain('|')
  })

  test.each(Array.from({ length: 20 }, (_, index) => index + 1))(
    'keep every cell in its place, as seed %i has them',
    async (seed) => {
      const random = seededRandom(seed)
      const widths = Array.from(
        { length: 2 + Math.floor(random() * 4) },
        () => 60 + Math.floor(random() * 40),
      )
      const heights = Array.from(
        { length: 2 + Math.floor(random() * 12) },
        () => 18 + Math.floor(random() * 14),
      )
      const rows = heights.map((_height, row) =>
        widths.map((_width, column) =>
          column > 0 && row > 0 && random() < 0.3 ? '' : `c${row}x${column}`,
        ),
      )
      const byColumn = random() < 0.5
      const cells = rows.flatMap((row, at) =>
        row.map((content, column) => ({ at, column, content })),
      )
      const drawn = byColumn ? cells.toSorted((a, b) => a.column - b.column) : cells
      const ops = drawn
        .filter(({ content }) => content !== '')
        .map(({ at, column, content }) => {
          const width = widths[column] ?? 0
          const x = widths.slice(0, column).reduce((sum, one) => sum + one, 0)
          const down = heights.slice(0, at).reduce((sum, one) => sum + one, 0)
          const inset = random() < 0.5 ? 3 : width - content.length * 5.6 - 3
          return put(x + inset, down + 13, content)
        })
      const bytes = pdfOf([borders(widths, heights) + ops.join('')])
      const result = await readPdf(bytes)
      const expected = rows.map((row) => `| ${row.join(' | ')} |`)
      expected.splice(1, 0, `|${' --- |'.repeat(widths.length)}`)
      expect(result.markdown.split('\n')).toEqual(expected)
      expect(await lostText(bytes, result)).toBe('')
    },
  )
})

describe('tables without borders', () => {
  const line = (down: number, cells: readonly (readonly [number, string])[]): string =>
    cells.map(([x, content]) => text(x, PAGE_HEIGHT - down, content)).join('')

  test('keep debit and credit apart, though no row has both', async () => {
    const rows = Array.from({ length: 10 }, (_, row) =>
      line(100 + row * 16, [
        [60, `2026-01-${10 + row}`],
        [140, `payment ${row}`],
        [row % 2 === 0 ? 300 : 400, `${row + 1}0.00`],
      ]),
    )
    const { markdown } = await readPdf(pdfOf([rows.join('')]))
    const lines = markdown.split('\n')
    expect(lines).toContain('| 2026-01-12 | payment 2 | 30.00 |  |')
    expect(lines).toContain('| 2026-01-13 | payment 3 |  | 40.00 |')
  })

  test('have an empty head where the first row is one like the others', async () => {
    const rows = [1, 2, 3, 4].map((row) =>
      line(100 + row * 16, [
        [60, `2026-01-0${row}`],
        [200, `paid ${row}`],
      ]),
    )
    const years = [0, 1, 2].map((row) =>
      line(100 + row * 16, [
        [60, row === 0 ? 'Region' : `north ${row}`],
        [200, row === 0 ? '2025' : `${row}10`],
      ]),
    )
    expect(await markdownOf([rows.join('')])).toMatch(
      /^\| {2}\| {2}\|\n\| --- \| --- \|\n\| 2026-01-01 \|/,
    )
    expect(await markdownOf([years.join('')])).toMatch(/^\| Region \| 2025 \|\n/)
  })

  test('end where more space follows than their rows have', async () => {
    const rows = (top: number, mark: string): string =>
      [0, 1, 2, 3, 4]
        .map((row) =>
          line(top + row * 16, [
            [60, `${mark} ${row}`],
            [200, `${mark} side ${row}`],
          ]),
        )
        .join('')
    const { markdown } = await readPdf(
      pdfOf([rows(100, 'upper') + rows(100 + 4 * 16 + 36, 'lower')]),
    )
    expect(markdown.split('\n\n')).toHaveLength(2)
  })

  test('part cells that come near to each other where most rows have one begin', async () => {
    const rows = Array.from({ length: 8 }, (_, row) =>
      line(100 + row * 16, [
        [60, `2026-01-0${row + 1}`],
        [119, `ledger ${row}`],
        [300, `${row}1.50`],
      ]),
    )
    expect(await markdownOf([rows.join('')])).toContain('| 2026-01-03 | ledger 2 | 21.50 |')
  })

  test('stay tables when letter-spaced text follows', async () => {
    const rows = Array.from({ length: 45 }, (_, row) =>
      line(60 + row * 14, [
        [60, `item ${row}`],
        [200, `place ${row}`],
        [330, `${row}.50`],
      ]),
    )
    const spaced = Array.from('THEENDOFTHISLIST', (letter, index): [number, string] => [
      60 + index * 22,
      letter,
    ])
    const bytes = pdfOf([rows.join('') + line(60 + 45 * 14 + 4, spaced)])
    const result = await readPdf(bytes)
    expect(result.markdown.match(/^\| item \d+ \| place \d+ \| \d+\.50 \|$/gm)).toHaveLength(45)
    expect(await lostText(bytes, result)).toBe('')
  })

  test('have no columns of another table further down', async () => {
    const upper = [0, 1, 2, 3, 4].map((row) =>
      line(100 + row * 16, [
        [60, `left ${row}`],
        [200, `right ${row}`],
      ]),
    )
    const lower = [0, 1, 2, 3].map((row) =>
      line(260 + row * 16, [
        [60, `a${row}`],
        [150, `b${row}`],
        [260, `c${row}`],
        [370, `d${row}`],
      ]),
    )
    const { markdown } = await readPdf(pdfOf([[...upper, ...lower].join('')]))
    expect(markdown).toContain('| left 4 | right 4 |')
    expect(markdown).toContain('| a3 | b3 | c3 | d3 |')
    expect(markdown.split('\n\n')).toHaveLength(2)
  })
})
