import { describe, expect, test } from 'vitest'
import { bracketFit, mirrored, toReadingOrder } from '../../../../src/pdf/glyphs/bidi.ts'
import type { Glyph } from '../../../../src/pdf/glyphs/glyphs.ts'
import { spansOfGlyphs } from '../../../../src/pdf/glyphs/right-to-left.ts'
import { hexText, paragraph, rule, text } from '../../../support/pdf.ts'
import { markdownOf } from '../../../support/read-pdf.ts'

const read = (visual: string, base: 'ltr' | 'rtl'): string => {
  const chars = Array.from(visual)
  return toReadingOrder(chars, base)
    .map(({ index, direction }) => {
      const char = chars[index] ?? ''
      return direction === 'rtl' ? mirrored(char) : char
    })
    .join('')
}

describe('the order of reading', () => {
  test.each([
    ['of Hebrew', 'םלוע םולש', 'שלום עולם'],
    ['of numbers in it', '2024 תנשב', 'בשנת 2024'],
    ['of numbers with signs', '50% דע 12.5', '12.5 עד 50%'],
    ['of a Latin name in it', 'םידרשמב Windows תנכות', 'תוכנת Windows במשרדים'],
    ['of a Latin name with its number', 'םויה Windows 11 תנכות', 'תוכנת Windows 11 היום'],
    ['of brackets around it', '(ןהכ דוד) להנמה', 'המנהל (דוד כהן)'],
    ['of an Arabic date', '05-01-2024 خيراتب', 'بتاريخ 2024-01-05'],
    ['of Arabic digits', '٣٥٠ ددع', 'عدد ٣٥٠'],
  ])('%s', (_what, visual, meant) => {
    expect(read(visual, 'rtl')).toBe(meant)
  })

  test.each([
    ['of one word', 'the word םולש is old', 'the word שלום is old'],
    ['of two words and a number', 'see םלוע 12 םולש there', 'see שלום 12 עולם there'],
    ['of none', 'nothing (at all) 1.5', 'nothing (at all) 1.5'],
  ])('%s in Latin text', (_what, visual, meant) => {
    expect(read(visual, 'ltr')).toBe(meant)
  })

  test('brackets that fit are told from those that do not', () => {
    expect(bracketFit(['(', 'a', ')'])).toBeGreaterThan(bracketFit([')', 'a', '(']))
  })
})

describe('what keeps letters from joining', () => {
  const plain = { bold: false, italic: false, mono: false, math: false }
  /** Joiners come from another font, as in documents of browsers. */
  const glyph = ([visual, x, right]: [string, number, number]): Glyph => ({
    text: visual,
    x,
    right,
    y: 100,
    size: 10,
    font: {
      id: visual === '\u200C' ? 'other' : 'text',
      name: '',
      isVertical: false,
      unit: 0.001,
      height: 1,
      style: plain,
      isType3: false,
      isUnreadable: false,
      isNumbered: false,
      meanings: new Map(),
    },
    contentNumber: undefined,
    isArtifact: false,
  })
  const options = { idStart: undefined, artifactId: 'artifact' }
  const word = (...glyphs: [string, number, number][]): string =>
    spansOfGlyphs(glyphs.map(glyph), 'rtl', options)
      .map((span) => span.text)
      .join('|')

  test.each<[string, [string, number, number][]]>([
    [
      'a blank after the border',
      [
        ['ش', 20, 30],
        [' ', 30, 33],
        ['ی', 30, 40],
      ],
    ],
    [
      'a blank before the border',
      [
        ['ش', 20, 30],
        ['\u00A0', 27.8, 30],
        ['ی', 30, 40],
      ],
    ],
    [
      'a joiner with a width',
      [
        ['ش', 20, 30],
        ['\u200C', 30, 37.7],
        ['ی', 30, 40],
      ],
    ],
    [
      'a blank wider than the letter left of it',
      [
        ['ش', 28, 30],
        ['\u00A0', 26, 30],
        ['ی', 30, 40],
      ],
    ],
    [
      'a blank wider than the letter right of it',
      [
        ['ش', 20, 30],
        [' ', 30, 34],
        ['ی', 30, 31],
      ],
    ],
  ])('stands between them: %s', (_, middle) => {
    const [first, , last] = middle
    const left = first?.[1] ?? 0
    const right = last?.[2] ?? 0
    const around = [
      ['د', 0, 10],
      ['و', 10, left],
      ['م', right, 50],
    ] as [string, number, number][]
    expect(word(...around, ...middle)).toBe('می\u200Cشود')
  })
})

describe('a page from right to left', () => {
  const right = (x: number, y: number, letters: string): string => text(x, y, letters, 'hebrew', 12)
  const alphabet = (letters: string): string =>
    Array.from(letters, (letter) =>
      /[a-z]/.test(letter) ? String.fromCharCode(0x05d0 + letter.charCodeAt(0) - 97) : letter,
    ).join('')

  test('has its letters, numbers and brackets in the order of reading', async () => {
    // As they are seen from left to right.
    const seen = '.fed 12 (cba) ihg'
    expect(await markdownOf([right(300, 700, seen)])).toBe(alphabet('ghi (abc) 12 def.'))
  })

  test('has lists and tables that begin at the right', async () => {
    const rows = ['cba', 'fed', 'ihg'].map(
      (word, row) =>
        right(100, 700 - row * 20, `${row + 1}0`) +
        right(300, 700 - row * 20, word) +
        rule(90, 694 - row * 20, 400),
    )
    const markdown = await markdownOf([rows.join('')])
    expect(markdown.split('\n')).toContain(`| ${alphabet('abc')} | 10 |`)
  })

  test('has letters for the shapes that its fonts hold', async () => {
    const markdown = await markdownOf([text(300, 700, 'cba', 'arabic', 12)])
    expect(markdown).toBe('لاسم')
    expect(markdown).toBe(markdown.normalize('NFKC'))
  })

  test('leaves Latin pages as they are, but for the words in it', async () => {
    const line =
      text(72, 700, 'The word', 'sans', 12) +
      text(126, 700, 'cba', 'hebrew', 12) +
      text(150, 700, 'is old.', 'sans', 12)
    const markdown = await markdownOf([
      line + paragraph(72, 660, ['Nothing else is written here, and nothing is lost.']),
    ])
    expect(markdown).toContain(`The word ${alphabet('abc')} is old.`)
  })
})

test('blanks in Chinese text stay where they are', async () => {
  expect(await markdownOf([hexText(72, 700, 'C4E3BAC3', 'cjk')])).toBe('你好')
})
