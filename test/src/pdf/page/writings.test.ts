import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pdfOf, text } from '../../../support/pdf.ts'
import { markdownOf, readPdf } from '../../../support/read-pdf.ts'

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

test('links of a page whose objects are packed are read', async () => {
  const { markdown } = await readPdf(packedPdf('See the harbour', 'https://harbour.example/'))
  expect(markdown).toBe('[See the harbour](https://harbour.example/)')
})

test('what was written is read where the names of the file are spelled by codes', async () => {
  const annotations = [field('110 694 300 712', '/FT /Tx /T (name) /V (Ada Porter)')]
  const plain = pdfOf([{ ops: text(72, 700, 'Name:'), annotations }]).toString('latin1')
  const spelled = plain.replace('/Annots', '/#41nnots')
  expect(spelled).not.toBe(plain)
  const { markdown } = await readPdf(Buffer.from(spelled, 'latin1'))
  expect(markdown).toBe('Name: Ada Porter')
})

/** A document of which only the streams can be read as they stand in the file (ISO 32000-1, 7.5.7 and 7.5.8). */
function packedPdf(words: string, url: string): Buffer {
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Annots [5 0 R] /Resources <</Font <</F 4 0 R>>>>>>',
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    `<</Type /Annot /Subtype /Link /Rect [70 695 400 715] /A <</S /URI /URI (${url})>>>>`,
  ]
  const starts = objects.map((_, at) => objects.slice(0, at).join(' ').length + Math.min(at, 1))
  const table = starts.map((start, at) => `${at + 1} ${start}`).join(' ')
  const packed = deflateSync(`${table} ${objects.join(' ')}`)
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')]
  const offsets: number[] = []
  const add = (number: number, entries: string, bytes: Buffer): void => {
    offsets.push(Buffer.concat(parts).length)
    const head = `${number} 0 obj\n<<${entries} /Length ${bytes.length}>>\nstream\n`
    parts.push(Buffer.from(head), bytes, Buffer.from('\nendstream\nendobj\n'))
  }
  add(6, '', Buffer.from(`BT /F 12 Tf 72 700 Td (${words}) Tj ET`))
  const counts = `/N ${objects.length} /First ${table.length + 1}`
  add(7, `/Type /ObjStm ${counts} /Filter /FlateDecode`, packed)
  const places = offsets.map((offset) => [1, offset >> 8, offset & 255, 0])
  const end = Buffer.concat(parts).length
  const entries = [
    [0, 0, 0, 255],
    ...objects.map((_, at) => [2, 0, 7, at]),
    ...places,
    [1, end >> 8, end & 255, 0],
  ]
  add(8, '/Type /XRef /Size 9 /W [1 2 1] /Root 1 0 R', Buffer.from(entries.flat()))
  return Buffer.concat([...parts, Buffer.from(`startxref\n${end}\n%%EOF`)])
}
