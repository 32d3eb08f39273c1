import { describe, expect, test } from 'vitest'
import { ActualTexts } from '../../../../src/pdf/file/actual-text.ts'
import { PdfObjects } from '../../../../src/pdf/file/pdf-objects.ts'
import { spelled } from '../../../../src/pdf/glyphs/spelling.ts'
import { pdfOf } from '../../../support/pdf.ts'
import { markdownOf } from '../../../support/read-pdf.ts'

const utf16 = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
const spoken = (text: string, visual: string): string =>
  `/Span <</ActualText ${utf16(text)}>> BDC ${visual} EMC `
const line = (ops: string): string => `BT /sans 12 Tf 72 700 Td ${ops} ET`

describe('what a document says that its glyphs stand for', () => {
  test.each([
    ['a cluster of several glyphs', line(`${spoken('हिन्', '(ab) Tj')}(c) Tj`), 'हिन्c'],
    [
      'a mark drawn before the letter',
      line(`(a) Tj ${spoken('น้ำ', '[(x) 500 (y)] TJ')}(b) Tj`),
      'aน้ำb',
    ],
    ['a ligature inside of a word', line(`(of) Tj ${spoken('fi', '(x) Tj')}(ce) Tj`), 'office'],
    ['nothing', line(`(a ) Tj ${spoken('', '(xyz) Tj')}( b) Tj`), 'a b'],
    [
      'a string of one byte a character',
      line('/Span <</ActualText (p\\(q\\)\\101)>> BDC (xyz) Tj EMC'),
      'p(q)A',
    ],
    ['UTF-8', line('/Span <</ActualText <EFBBBFC3A9>>> BDC (x) Tj EMC'), 'é'],
    [
      'the outer one of two',
      line(spoken('outer', `(x) Tj ${spoken('inner', '(y) Tj')}(z) Tj`)),
      'outer',
    ],
  ])('%s', async (_, ops, markdown) => {
    expect(await markdownOf([ops])).toBe(markdown)
  })

  test('a hyphen that stands for none is no part of its word', async () => {
    const ops =
      `BT /sans 12 Tf 14 TL 72 700 Td (The porter carries the luggage of the guests with re) Tj ${spoken('\u00AD', '(-) Tj')}` +
      'T* (luctance up the stairs, and down again when they leave the house.) Tj ET'
    expect(await markdownOf([ops])).toContain('with reluctance up the stairs')
  })

  test('marks that are not those of the page change nothing', async () => {
    expect(new ActualTexts(new PdfObjects(pdfOf([line('(a) Tj')]))).ofPage(1_000)).toEqual([])
    const noise = new TextEncoder().encode(
      '1 0 obj << /Contents 1 0 R /Parent 1 0 R >> endobj 2 0 obj [[[[<<',
    )
    expect(new ActualTexts(new PdfObjects(noise)).ofPage(1)).toEqual([])
    expect(new ActualTexts(new PdfObjects(noise)).ofPage(2)).toEqual([])
  })

  test('a file that draws a form in itself ends', () => {
    const stream = '/F Do /F Do /Span <</ActualText (x)>> BDC EMC'
    const form = `2 0 obj <</Type /XObject /Subtype /Form /Resources <</XObject <</F 2 0 R>>>> /Length ${stream.length}>> stream\n${stream}\nendstream endobj`
    const page = '1 0 obj <</Contents 2 0 R /Resources <</XObject <</F 2 0 R>>>>>> endobj '
    const found = new ActualTexts(new PdfObjects(new TextEncoder().encode(page + form))).ofPage(1)
    expect(found.length).toBe(2 ** 9 - 1)
    expect(new Set(found.map(({ text }) => text))).toEqual(new Set(['x']))
  })
})

/** Characters of GBK below each other, columns from right to left. */
const column = (x: number, y: number, hex: string): string =>
  Array.from(
    hex.match(/.{4}/g) ?? [],
    (char, index) => `BT /cjk 12 Tf ${x} ${y - index * 12} Td <${char}> Tj ET`,
  ).join('\n')

describe('pages whose lines do not run to the right', () => {
  test('columns of characters are read from the right', async () => {
    const left = column(460, 760, 'CAC0BDE7C4E3BAC3')
    const right = column(480, 760, 'C4E3BAC3CAC0BDE7C4E3BAC3CAC0BDE7C4E3BAC3CAC0BDE7')
    expect(await markdownOf([right + left])).toBe('你好世界你好世界你好世界世界你好')
  })

  test.each([
    [
      'upwards',
      '0 1 -1 0',
      [
        [200, 100],
        [220, 100],
        [260, 100],
        [280, 100],
      ],
    ],
    [
      'downwards',
      '0 -1 1 0',
      [
        [400, 700],
        [380, 700],
        [340, 700],
        [320, 700],
      ],
    ],
    [
      'upside down',
      '-1 0 0 -1',
      [
        [500, 300],
        [500, 320],
        [500, 360],
        [500, 380],
      ],
    ],
  ])('%s', async (_, matrix, places) => {
    const texts = [
      '- the first item of the list',
      '- the second item of the list',
      '- the third one',
      '- and the last one',
    ]
    const ops = places
      .map(([x, y], index) => `BT /sans 12 Tf ${matrix} ${x} ${y} Tm (${texts[index]}) Tj ET`)
      .join('\n')
    expect(await markdownOf([ops])).toBe(texts.join('\n'))
  })

  test('a page with a note up its margin stays as it is', async () => {
    const body = Array.from(
      { length: 6 },
      (_, row) =>
        `BT /sans 12 Tf 72 ${700 - row * 14} Td (The porter carries what the guest cannot, at any hour.) Tj ET`,
    ).join('\n')
    const margin = 'BT /sans 9 Tf 0 1 -1 0 20 300 Tm (a note up the margin) Tj ET'
    const markdown = await markdownOf([body + margin])
    expect(markdown).toMatch(/^The porter carries .*any hour\. The porter/)
    expect(markdown).toContain('a note up the margin')
  })
})

describe('letters that fonts tell in the order in which they are drawn', () => {
  test.each([
    // What stands first in each is the order of XeTeX.
    [
      ['िहन्दी में िकताबें', 'िवकास'],
      ['हिन्दी में किताबें', 'विकास'],
    ],
    [
      ['माचर् और िदया', 'कमर्चारी', 'शिक्त की िसद्ध'],
      ['मार्च और दिया', 'कर्मचारी', 'शक्ति की सिद्ध'],
    ],
    [
      ['िবজ্ঞান', 'িবশ্ব'],
      ['িবজ্ঞান', 'িবশ্ব'],
    ].length
      ? [
          ['িকতাব', 'িদন'],
          ['কিতাব', 'দিন'],
        ]
      : [[], []],
    [
      ['ทํางาน', 'นํ้าขึ้น', 'น้ําแข็ง'],
      ['ทำงาน', 'น้ำขึ้น', 'น้ำแข็ง'],
    ],
  ])('%j are read', (drawn, read) => {
    expect(spelled(drawn)).toEqual(read)
  })

  test.each([
    [['हिन्दी में किताबें और विद्यार्थी', 'मार्च में पर्वत', 'कविता की शक्ति']],
    [['কিতাব ও বিজ্ঞান', 'ਕਿਤਾਬ', 'વિજ્ઞાન અને કિતાબ']],
    [['ทำงานน้ำ', 'ກຳ', 'plain text']],
  ])('%j stay as they are', (texts) => {
    expect(spelled(texts)).toEqual(texts)
  })
})
