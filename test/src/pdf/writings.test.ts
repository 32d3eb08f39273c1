import { describe, expect, test } from 'vitest'
import { pdfOf, text } from '../../support/pdf.ts'
import { markdownOf, readPdf } from '../../support/read-pdf.ts'

const field = (rect: string, entries: string): string =>
  `/Subtype /Widget /F 4 /Rect [${rect}] ${entries}`

describe('what was written on a page', () => {
  test('values stand after their labels, boxes before theirs', async () => {
    const markdown = await markdownOf([
      {
        ops:
          text(72, 700, 'Name:') +
          text(72, 660, 'Town:') +
          text(100, 620, 'I agree') +
          text(100, 600, 'I do not'),
        annotations: [
          field('110 694 300 712', '/FT /Tx /T (name) /V (Ada Porter)'),
          field('110 654 300 672', '/FT /Ch /T (town) /Opt [[(1) (Lisbon)] [(2) (Porto)]] /V (2)'),
          field(
            '80 618 92 630',
            '/FT /Btn /T (yes) /V /On /AS /On /AP <</N <</On null /Off null>>>>',
          ),
          field(
            '80 598 92 610',
            '/FT /Btn /T (no) /V /Off /AS /Off /AP <</N <</On null /Off null>>>>',
          ),
        ],
      },
    ])
    expect(markdown).toContain('Name: Ada Porter')
    expect(markdown).toContain('Town: Porto')
    expect(markdown).toContain('[x] I agree')
    expect(markdown).toContain('[ ] I do not')
  })

  test('values without a label bring the name of their field, secrets nothing', async () => {
    const markdown = await markdownOf([
      {
        ops: '',
        annotations: [
          field('110 694 300 712', '/FT /Tx /T (full_name) /V (Ada Porter)'),
          field('110 594 300 612', '/FT /Tx /T (pin) /Ff 8192 /V (hush)'),
        ],
      },
    ])
    expect(markdown).toBe('full name: Ada Porter')
  })

  test('text that was typed on the page, and notes about it', async () => {
    const markdown = await markdownOf([
      {
        ops: text(72, 700, 'The report.'),
        annotations: [
          '/Subtype /FreeText /Rect [72 600 300 640] /DA (/Helv 12 Tf) /Contents (Paid in full)',
          '/Subtype /Text /Rect [400 700 420 720] /Contents (Ask Ben about this)',
        ],
      },
    ])
    expect(markdown).toBe('The report.\n\nPaid in full\n\n[Note: Ask Ben about this]')
  })

  test('makes a page one with text', async () => {
    const bytes = pdfOf([
      { ops: '', annotations: [field('1 1 90 20', '/FT /Tx /T (a) /V (Seven)')] },
    ])
    expect((await readPdf(bytes)).pagesWithoutText).toEqual([])
  })
})

test.each([
  'untitled',
  '(Untitled)',
  'Untitled-3',
  'Microsoft Word - draft.doc',
  'Document1',
  'PowerPoint Presentation',
  'paper.dvi',
])('%s is no title', async (title) => {
  const bytes = pdfOf([text(72, 780, 'The Lobby', 'bold', 20) + text(72, 740, 'Some text.')], {
    title,
  })
  expect((await readPdf(bytes)).title).toBe('The Lobby')
})

test('a title that is one stays, without what the program put before it', async () => {
  const bytes = pdfOf([text(72, 740, 'Some text.')], {
    title: 'Microsoft Word - Annual report 2025',
  })
  expect((await readPdf(bytes)).title).toBe('Annual report 2025')
})
