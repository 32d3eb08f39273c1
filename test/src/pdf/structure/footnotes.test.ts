import { describe, expect, test } from 'vitest'
import { lostText } from '../../../support/pdf-conservation.ts'
import { PAGE_HEIGHT, paragraph, pdfOf, text } from '../../../support/pdf.ts'
import { markdownOf, readPdf } from '../../../support/read-pdf.ts'

const prose = (mark: string): string[] =>
  Array.from(
    { length: 8 },
    (_, index) => `${mark} ${index}: the porter carries what the guest cannot`,
  )

/** A page of text that ends with a mark, and a note at its foot. */
function noted(mark: string, note: string, label = mark): string {
  return (
    paragraph(60, PAGE_HEIGHT - 100, prose('line')) +
    text(60, PAGE_HEIGHT - 210, 'and so it ends.') +
    text(126, PAGE_HEIGHT - 206, mark, 'sans', 6) +
    text(60, PAGE_HEIGHT - 747, label, 'sans', 6) +
    text(66, PAGE_HEIGHT - 750, note, 'sans', 8)
  )
}

describe('footnotes', () => {
  test('are tied to their marks, after the paragraph that these stand in', async () => {
    const bytes = pdfOf([
      noted('1', 'As the ledger tells.') +
        text(60, PAGE_HEIGHT - 240, 'Another text follows here.'),
    ])
    const result = await readPdf(bytes)
    expect(result.markdown).toContain(
      'and so it ends.[^1]\n\n[^1]: As the ledger tells.\n\nAnother text',
    )
    expect(await lostText(bytes, result)).toBe('')
  })

  test('have names of their own where pages count from one again', async () => {
    const markdown = await markdownOf([
      noted('1', 'The first note.'),
      noted('1', 'The second note.'),
    ])
    expect(markdown).toContain('[^1]: The first note.')
    expect(markdown).toContain('ends.[^1-p2]')
    expect(markdown).toContain('[^1-p2]: The second note.')
  })

  test('are only what a mark names', async () => {
    const markdown = await markdownOf([noted('1', 'The seventh note.', '7')])
    expect(markdown).not.toContain('[^')
    expect(markdown).toContain('The seventh note.')
  })
})
