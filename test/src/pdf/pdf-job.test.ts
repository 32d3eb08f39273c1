import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../requirements/verifies.ts'
import { hexText, marked, paragraph, pdfOf, text } from '../../support/pdf.ts'
import { readPdf } from '../../support/read-pdf.ts'

const fixture = (name: string): Uint8Array =>
  readFileSync(join(import.meta.dirname, '../../fixtures/pdf', name))
const threePages = pdfOf(['One', 'Two', 'Three'].map((word) => text(72, 700, `Page ${word}.`)))

describe('what is said of a document', () => {
  test('title and author from its properties, pages and words counted', async () => {
    verifies('utility:2.2:PdfResult.pages', 'utility:2.2:PdfResult.wordCount')
    const bytes = pdfOf([text(72, 700, 'Four words of text')], {
      title: 'Tides',
      author: 'A. Porter',
    })
    expect(await readPdf(bytes)).toEqual({
      title: 'Tides',
      author: 'A. Porter',
      pages: 1,
      markdown: 'Four words of text',
      wordCount: 4,
      pagesUnreadable: [],
      unreadableShare: 0,
      pagesWithoutText: [],
      tablesAsText: [],
      pictures: [],
      pagesLeft: '',
      removed: [],
      pageStarts: [{ page: 1, at: 0 }],
    })
  })

  test('without properties, its first heading is the title', async () => {
    const bytes = pdfOf([text(72, 780, 'The Lobby', 'bold', 20) + text(72, 740, 'Some text.')])
    expect((await readPdf(bytes)).title).toBe('The Lobby')
  })

  test('invisible characters of a page do not get out', async () => {
    // The font says that its x is a separator that no reader sees.
    const { markdown } = await readPdf(pdfOf([text(72, 680, 'axb', 'hidden')]))
    expect(markdown).toBe('ab')
  })
})

describe('pages', () => {
  test('are chosen, and the rest is named', async () => {
    const result = await readPdf(threePages, { pages: '2-', maxPages: 1 })
    expect(result).toMatchObject({ pages: 3, markdown: 'Page Two.', pagesLeft: '3' })
  })

  test('are marked when asked for', async () => {
    expect((await readPdf(threePages, { pages: '1,3', pageMarkers: true })).markdown).toBe(
      '<!-- page 1 -->\n\nPage One.\n\n<!-- page 3 -->\n\nPage Three.',
    )
  })

  test('are reported one by one', async () => {
    const steps: number[][] = []
    await readPdf(threePages, { pages: '1-2' }, (...step) => steps.push(step))
    expect(steps).toEqual([
      [1, 2],
      [2, 2],
    ])
  })

  test('without text are named', async () => {
    const bytes = pdfOf([text(72, 700, 'Words.'), '0 0 50 50 re f\n', ''])
    expect((await readPdf(bytes)).pagesWithoutText).toEqual([2, 3])
  })

  test.each([{ maxPages: 2 }, { maxChars: 12 }])('beyond %j are left', async (limits) => {
    const { markdown, pagesLeft } = await readPdf(threePages, {}, () => {}, limits)
    expect(markdown).toBe('Page One.\n\nPage Two.')
    expect(pagesLeft).toBe('3')
  })

  test('are left when the time is over', async () => {
    const { markdown, pagesLeft } = await readPdf(threePages, {}, () => {}, { maxMs: -1 })
    expect(markdown).toBe('Page One.')
    expect(pagesLeft).toBe('2-3')
  })

  test('that do not exist are invalid_input', async () => {
    await expect(readPdf(threePages, { pages: '4-9' })).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('3 pages') as string,
      fields: { pages: 3 },
    })
  })

  test('those that are damaged leave the others readable', async () => {
    // The second page is an object that is not there.
    const source = threePages.toString('latin1')
    const damaged = Buffer.from(source.replace(/(Kids \[\d+ 0 R )\d\d/, '$199'), 'latin1')
    expect(await readPdf(damaged)).toMatchObject({
      markdown: 'Page One.',
      pagesWithoutText: [2],
    })
  })
})

describe('a predefined character map', () => {
  test('gives exactly the characters of a Chinese document', async () => {
    // GBK: 礼宾员 搬运 行李。
    const bytes = pdfOf([hexText(72, 700, 'C0F1B1F6D4B1B0E1D4CBD0D0C0EEA1A3', 'cjk', 12)])
    expect((await readPdf(bytes)).markdown).toBe('礼宾员搬运行李。')
  })

  test('lines of it are put together without spaces', async () => {
    const line = 'C0F1B1F6D4B1B0E1D4CBD0D0C0EE'
    const bytes = pdfOf([hexText(72, 700, line, 'cjk', 12) + hexText(72, 685, line, 'cjk', 12)])
    expect((await readPdf(bytes)).markdown).toBe('礼宾员搬运行李礼宾员搬运行李')
  })
})

describe('is refused', () => {
  test('when a password is needed; the one of the owner is not', async () => {
    await expect(readPdf(fixture('encrypted.pdf'))).rejects.toMatchObject({
      code: 'unsupported_content',
      fields: { reason: 'encrypted' },
      hint: expect.stringContaining('password') as string,
    })
    expect((await readPdf(fixture('owner-only.pdf'))).markdown).toBe('The harbour is closed.')
  })

  test('when it has no text at all', async () => {
    verifies('utility:4.5:scanned', 'utility:8:pdf')
    await expect(readPdf(pdfOf(['0 0 50 50 re f\n']))).rejects.toMatchObject({
      code: 'unsupported_content',
      fields: { reason: 'no_text', pages: 1 },
      hint: expect.stringContaining('OCR') as string,
    })
    const mixed = pdfOf([text(72, 700, 'Words.'), ''])
    await expect(readPdf(mixed, { pages: '2' })).rejects.toMatchObject({
      message: expect.stringContaining('asked for') as string,
      fields: { reason: 'no_text', pages: 2 },
    })
  })

  test.each([
    ['cut off', threePages.subarray(0, 60)],
    ['noise', Buffer.from(`%PDF-1.7\n${'\u0001\u0002'.repeat(500)}`)],
    ['a head alone', Buffer.from('%PDF-1.7\n')],
  ])('when it is damaged: %s', async (_name, bytes) => {
    await expect(readPdf(bytes)).rejects.toMatchObject({
      code: 'unparsable',
      fields: { reason: 'corrupt' },
    })
  })
})

describe('a tagged document', () => {
  const cell = (role: 'TD' | 'TH', id: number) => ({ role, kids: [id] })
  const page = {
    ops:
      marked(0, text(72, 780, 'Rooms', 'bold', 11)) +
      marked(
        1,
        paragraph(72, 760, [
          'The house has a great number of rooms, of which the small-',
          'est are the cheapest.',
        ]),
      ) +
      marked(2, text(72, 720, '1.')) +
      marked(3, text(90, 720, 'Ring the bell.')) +
      marked(4, text(72, 708, '2.')) +
      marked(5, text(90, 708, 'Wait.')) +
      marked(6, text(72, 680, 'Room')) +
      marked(7, text(200, 680, 'Price')) +
      marked(8, text(72, 668, 'Attic')) +
      marked(9, text(200, 668, '40')) +
      marked(10, paragraph(72, 640, ['ring()', 'wait()'], 'mono')) +
      marked(11, text(72, 600, 'Said the porter.')) +
      marked(12, '72 500 50 50 re f\n') +
      text(280, 20, 'Page 1'),
    structure: [
      {
        role: 'Document',
        kids: [
          { role: 'H2', kids: [0] },
          { role: 'P', kids: [1] },
          {
            role: 'L',
            kids: [
              {
                role: 'LI',
                kids: [
                  { role: 'Lbl', kids: [2] },
                  { role: 'LBody', kids: [3] },
                ],
              },
              {
                role: 'LI',
                kids: [
                  { role: 'Lbl', kids: [4] },
                  { role: 'LBody', kids: [5] },
                ],
              },
            ],
          },
          {
            role: 'Table',
            kids: [
              { role: 'TR', kids: [cell('TH', 6), cell('TH', 7)] },
              { role: 'TR', kids: [cell('TD', 8), cell('TD', 9)] },
            ],
          },
          { role: 'Code', kids: [10] },
          { role: 'Figure', alt: 'The bell', kids: [12] },
          { role: 'BlockQuote', kids: [{ role: 'P', kids: [11] }] },
        ],
      },
    ],
  } as const

  test('is read by its structure; what hangs nowhere in it is left out', async () => {
    expect((await readPdf(pdfOf([page]))).markdown).toBe(
      [
        '## Rooms',
        'The house has a great number of rooms, of which the smallest are the cheapest.',
        '1. Ring the bell.\n2. Wait.',
        '| Room | Price |\n| --- | --- |\n| Attic | 40 |',
        '```\nring()\nwait()\n```',
        '[Image: The bell]',
        '> Said the porter.',
      ].join('\n\n'),
    )
  })

  test('is made whole where a page break cut it', async () => {
    const list = (ops: string, kids: readonly object[]) => ({
      ops,
      structure: [{ role: 'Document', kids: [{ role: 'L', kids }] }],
    })
    const first = list(
      marked(0, text(72, 100, '\u00B7')) + marked(1, text(90, 100, 'an item that goes')),
      [
        {
          role: 'LI',
          kids: [
            { role: 'Lbl', kids: [0] },
            { role: 'LBody', kids: [1] },
          ],
        },
      ],
    )
    const second = list(
      marked(0, text(90, 780, 'on here')) +
        marked(1, text(72, 760, '\u00B7')) +
        marked(2, text(90, 760, 'the next')),
      [
        { role: 'LI', kids: [{ role: 'LBody', kids: [0] }] },
        {
          role: 'LI',
          kids: [
            { role: 'Lbl', kids: [1] },
            { role: 'LBody', kids: [2] },
          ],
        },
      ],
    )
    const pages = [first, second] as Parameters<typeof pdfOf>[0]
    expect((await readPdf(pdfOf(pages))).markdown).toBe('- an item that goes on here\n- the next')
  })

  test('is read by its layout when most text hangs nowhere', async () => {
    const untold = { ...page, structure: [{ role: 'H2', kids: [0] }] }
    expect((await readPdf(pdfOf([untold]))).markdown).toContain('1. Ring the bell.\n2. Wait.')
  })
})

test('a document is read where it lies, alone in its memory or not, and left as it was', async () => {
  const alone = new Uint8Array(threePages)
  expect((await readPdf(alone)).pages).toBe(3)
  expect(alone).toEqual(new Uint8Array(threePages))
  const shared = new Uint8Array([...threePages, 0]).subarray(0, -1)
  expect((await readPdf(shared)).pages).toBe(3)
  expect(shared).toEqual(new Uint8Array(threePages))
})
