import { describe, expect, test } from 'vitest'
import { PdfObjects } from '../../../../src/pdf/file/pdf-objects.ts'
import { countPictures } from '../../../../src/pdf/page/page-pictures.ts'
import { lackingNotes } from '../../../../src/pdf/write/part-pages.ts'

const image = (width: number, height = width): string =>
  `<</Type /XObject /Subtype /Image /Width ${width} /Height ${height} /Length 1>> stream\nx\nendstream`

/** A page that draws with these operators, and names these objects. */
function pageOf(ops: string, names: string, objects: readonly string[] = []): PdfObjects {
  const all = [
    `<</Contents 2 0 R /Resources <</XObject <<${names}>>>>>>`,
    `<</Length ${ops.length}>> stream\n${ops}\nendstream`,
    ...objects,
  ]
  const text = all.map((object, index) => `${index + 1} 0 obj ${object} endobj`).join('\n')
  return new PdfObjects(new TextEncoder().encode(text))
}

describe('pictures of a page', () => {
  test.each([
    ['that it draws', '/A Do', '/A 3 0 R', [image(400)], 1],
    ['that other pages draw', '/B Do', '/A 3 0 R /B 4 0 R', [image(400), image(90)], 1],
    ['as small as bullets', '/A Do', '/A 3 0 R', [image(40, 900)], 0],
    [
      'in a form',
      '/F Do',
      '/F 3 0 R',
      ['<</Subtype /Form /Resources <</XObject <</A 4 0 R>>>>>>', image(64)],
      1,
    ],
    [
      'in a form of itself',
      '/F Do',
      '/F 3 0 R',
      ['<</Subtype /Form /Resources <</XObject <</F 3 0 R>>>>>>'],
      0,
    ],
    ['that are not there', '/A Do', '/A 9 0 R', [], 0],
  ])('%s', (_, ops, names, objects, count) => {
    expect(countPictures(pageOf(ops, names, objects), 1)).toBe(count)
  })

  test('are told by their pages, but not those of pages without text', () => {
    const pictures = [
      { page: 2, count: 1 },
      { page: 3, count: 2 },
      { page: 7, count: 1 },
    ]
    expect(lackingNotes({ pictures, pagesWithoutText: [7] })).toEqual([
      'Without text, perhaps scanned: page 7. OCR could read it',
      '3 pictures not read: pages 2-3',
    ])
    expect(lackingNotes({ pictures: pictures.slice(0, 1) })).toEqual(['1 picture not read: page 2'])
  })
})
