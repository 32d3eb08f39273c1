import { describe, expect, test } from 'vitest'
import { seeds } from '../../support/full.ts'
import { lostText } from '../../support/pdf-conservation.ts'
import { bookDocument, rowsDocument } from '../../support/pdf-rows.ts'
import { paragraph, pdfOf, rule, text } from '../../support/pdf.ts'
import { readPdf } from '../../support/read-pdf.ts'

const SEEDS = Array.from({ length: seeds(4, 40) }, (_, index) => index + 1)
const prose = (mark: string): string[] =>
  Array.from(
    { length: 20 },
    (_, line) => `${mark} ${line}: the porter carries what the guest cannot.`,
  )

describe('no letter or digit of a page is lost', () => {
  test.each(SEEDS)('of rows that fill their pages, as seed %i has them', async (seed) => {
    const { bytes, keys, head, footOf } = rowsDocument(seed)
    const result = await readPdf(bytes)
    expect(await lostText(bytes, result)).toBe('')
    // Only heads and feet are left out, never a row.
    expect(keys.filter((key) => !result.markdown.includes(key))).toEqual([])
    expect(result.markdown).not.toContain(head ?? '\0')
    expect(result.markdown).not.toContain(footOf?.(2) ?? '\0')
  })

  test.each([200, 300])('of %i rows on pages without room at their edges', async (count) => {
    const rows = Array.from(
      { length: count },
      (_, row) => `${row + 1}. 2026-02-${(row % 28) + 1} receipt`,
    )
    const pages = Array.from({ length: Math.ceil(count / 50) }, (_, page) =>
      rows
        .slice(page * 50, page * 50 + 50)
        .map((row, index) => text(60, 825 - index * 16, row))
        .join(''),
    )
    const { markdown, removed } = await readPdf(pdfOf(pages))
    expect(removed).toEqual([])
    expect(rows.filter((row) => !markdown.includes(row))).toEqual([])
  })

  test('of lines that say the same at the edge of every page of a log', async () => {
    const pages = Array.from({ length: 6 }, () =>
      Array.from({ length: 50 }, (_, line) =>
        text(40, 825 - line * 16, 'ready to receive', 'mono'),
      ).join(''),
    )
    const { markdown, removed } = await readPdf(pdfOf(pages))
    expect(removed).toEqual([])
    expect(markdown.match(/ready to receive/g)).toHaveLength(300)
  })

  test('of titles of slides at the same place', async () => {
    const slide = (number: number): string =>
      text(60, 780, `${number}. Results`, 'bold', 24) +
      paragraph(60, 700, prose(`slide ${number}`), 'sans', 14)
    const { markdown } = await readPdf(pdfOf([1, 2, 3, 4, 5].map(slide)))
    expect(markdown.match(/Results/g)).toHaveLength(5)
  })

  test('of labels that Markdown has no marker for', async () => {
    const bytes = pdfOf([text(72, 700, '(b) the second') + text(72, 680, 'iv. the fourth')])
    const result = await readPdf(bytes)
    expect(result.markdown).toBe('- (b) the second\n- iv. the fourth')
    expect(await lostText(bytes, result)).toBe('')
  })
})

describe('running heads', () => {
  test('in smaller type go though no space parts them from the text', async () => {
    const page = (number: number): string =>
      text(72, 772, 'Register of arrivals', 'sans', 8) +
      Array.from({ length: 20 }, (_, line) =>
        text(72, 757 - line * 15, `Guest ${number * 20 + line} came.`, 'sans', 12),
      ).join('')
    const { markdown, removed } = await readPdf(pdfOf([page(1), page(2), page(3)]))
    expect(removed.map(({ kind }) => kind)).toEqual(Array.from({ length: 3 }, () => 'running_head'))
    expect(markdown.match(/Guest \d+ came\./g)).toHaveLength(60)
  })

  test('of books differ on left and right pages and by chapter', async () => {
    const { markdown, removed } = await readPdf(bookDocument(24))
    expect(markdown).not.toMatch(/VOYAGE|SETTING OUT|LONG CALM|WEATHER|LANDFALL/)
    expect(markdown).not.toMatch(/^\d+$/m)
    expect(markdown.match(/^# /gm)).toHaveLength(4)
    expect(removed).toContainEqual({ kind: 'running_head', page: 3, text: 'SETTING OUT 3' })
  })

  test.each(['3', '4-5', '2,9'])('of pages %s are known by the pages around', async (pages) => {
    const { markdown, removed } = await readPdf(bookDocument(12), { pages })
    expect(markdown).not.toMatch(/VOYAGE|SETTING OUT|LONG CALM|WEATHER/)
    expect(removed.length).toBeGreaterThan(0)
  })

  test('are in no table, though each page begins with its head', async () => {
    const head =
      text(60, 800, 'Day', 'bold') + text(200, 800, 'Ship', 'bold') + text(400, 800, 'Tons', 'bold')
    const page = (from: number): string =>
      head +
      rule(60, 794, 480) +
      Array.from({ length: 30 }, (_, row) => {
        const y = 770 - row * 16
        return (
          text(60, y, `day ${from + row}`) +
          text(200, y, `ship ${from + row}`) +
          text(400, y, `${from + row}00`)
        )
      }).join('')
    const { markdown, removed } = await readPdf(pdfOf([page(1), page(31), page(61)]))
    expect(markdown.match(/Day/g)).toHaveLength(1)
    expect(markdown).toMatch(/^\| Day \| Ship \| Tons \|/)
    expect(removed.filter(({ kind }) => kind !== 'repeated_table_head')).toEqual([])
    expect(removed).toHaveLength(2)
  })

  test('are lines whose numbers go with the page, and no others', async () => {
    const page = (number: number): string =>
      text(60, 810, `Lot ${number * 7}`) +
      paragraph(60, 760, prose(`p${number}`)) +
      text(280, 30, `- ${number + 4} -`)
    const { markdown, removed } = await readPdf(pdfOf([1, 2, 3, 4, 5].map(page)))
    expect(markdown.match(/Lot \d+/g)).toEqual(['Lot 7', 'Lot 14', 'Lot 21', 'Lot 28', 'Lot 35'])
    expect(removed.map(({ text: one }) => one)).toEqual([
      '- 5 -',
      '- 6 -',
      '- 7 -',
      '- 8 -',
      '- 9 -',
    ])
  })

  test('are page numbers close to the text, too', async () => {
    const page = (number: number): string =>
      Array.from({ length: 50 }, (_, row) =>
        text(60, 780 - row * 15, `${number}x${row} went out to sea`),
      ).join('') + text(280, 780 - 50 * 15, `Page ${number}`)
    const { removed } = await readPdf(pdfOf([1, 2, 3, 4].map(page)))
    expect(removed.map(({ text: one }) => one)).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4'])
  })

  test('are kept when asked for', async () => {
    const { markdown, removed } = await readPdf(bookDocument(8), { headersFooters: true })
    expect(markdown).toContain('VOYAGE')
    expect(removed).toEqual([])
  })
})
