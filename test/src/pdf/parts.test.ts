import { describe, expect, test } from 'vitest'
import { VendoredData } from '../../../src/pdf/file/document.ts'
import { fontStyle } from '../../../src/pdf/glyphs/font-style.ts'
import { meaningsOf } from '../../../src/pdf/glyphs/fonts.ts'
import { Vocabulary } from '../../../src/pdf/lines/hyphens.ts'
import { makeLine } from '../../../src/pdf/lines/lines.ts'
import { markerOf } from '../../../src/pdf/lines/markers.ts'
import type { Line, Span } from '../../../src/pdf/model.ts'
import { readSpans } from '../../../src/pdf/page/spans.ts'

function line(text: string): Line {
  const style = { bold: false, italic: false, mono: false, url: undefined }
  const place = { x: 0, y: 0, right: text.length * 5, size: 10 }
  const span: Span = {
    text,
    ...style,
    ...place,
    spaced: false,
    upright: true,
    contentId: undefined,
  }
  return makeLine(1, [span])
}

describe('character maps', () => {
  const data = new VendoredData()

  test('are there by name', async () => {
    const map = await data.fetch({ kind: 'cMapUrl', filename: 'UniGB-UCS2-H.bcmap' })
    expect(map.byteLength).toBeGreaterThan(1_000)
  })

  test.each([
    ['cMapUrl', '../model.ts'],
    ['cMapUrl', 'LICENSE'],
    ['cMapUrl', 'a/b.bcmap'],
    ['standardFontDataUrl', 'FoxitSans.pfb'],
  ])('nothing else is read: %s %s', async (kind, filename) => {
    await expect(data.fetch({ kind, filename })).rejects.toThrow('no data')
  })
})

test.each([
  ['ーター', false],
  ['・', false],
  ['あ', false],
  ['let', true],
])('%s in a font of one width is code: %s', (str, mono) => {
  const font = {
    id: 'f',
    name: 'Mono',
    isVertical: false,
    unit: 0.001,
    height: 1,
    style: fontStyle('Mono', ''),
    isType3: false,
    isUnreadable: false,
    isNumbered: false,
    meanings: new Map<number, string>(),
  }
  const item = { str, font, transform: [10, 0, 0, 10, 0, 0] as const, width: 30, height: 10 }
  const [span] = readSpans([{ ...item, hasEOL: false, words: [] }], [1, 0, 0, -1, 0, 800])
  expect(span?.mono).toBe(mono)
})

test('shapes of digits and letters stand for these', () => {
  const names = [undefined, 'one.lnum', 'nine.os', 'A.sc', 'ff', 'a', 'onehalf.os', 'zero', 7]
  expect([...meaningsOf(names)]).toEqual([
    [1, '1'],
    [2, '9'],
    [3, 'A'],
  ])
  expect(meaningsOf(undefined).size).toBe(0)
})

test.each([
  ['ABCDEF+LMRoman10-Bold', '', { bold: true, italic: false, mono: false, math: false }],
  ['Helvetica-BoldOblique', '', { bold: true, italic: true, mono: false, math: false }],
  ['ABCDEF+LMMono10-Regular', '', { bold: false, italic: false, mono: true, math: false }],
  ['Anonymous', 'monospace', { bold: false, italic: false, mono: true, math: false }],
  ['CMBX10', '', { bold: true, italic: false, mono: false, math: false }],
  ['ABCDEF+CMMI10', '', { bold: false, italic: false, mono: false, math: true }],
  ['LatinModernMath-Regular', '', { bold: false, italic: false, mono: false, math: true }],
  ['Codabar', 'serif', { bold: false, italic: false, mono: false, math: false }],
])('the style of %s', (name, fallback, style) => {
  expect(fontStyle(name, fallback)).toEqual(style)
})

test.each([
  ['• item', undefined, 2, undefined],
  ['12) item', '12.', 4, undefined],
  ['(b) item', undefined, 4, true],
  ['iv. item', undefined, 4, true],
  ['- item', undefined, 2, undefined],
])('%j begins an item', (text, marker, length, isText) => {
  expect(markerOf(text)).toEqual({ marker, length, isText })
})

test.each(['1.5 metres', '-5 degrees', 'A. Porter', '2024. was', 'oh well'])(
  '%j begins none',
  (text) => {
    expect(markerOf(text)).toBeUndefined()
  },
)

describe('the end of a line', () => {
  const words = new Vocabulary([line('A well-known implementation'), line('re-do it')])

  test.each([
    ['the well-', 'known house', 'keep'],
    ['an imple-', 'mentation', 'cut'],
    ['a some-', 'thing new', 'cut'],
    ['in North-', 'America', 'keep'],
    ['soft\u00AD', 'ened', 'cut'],
    ['and/', 'or', 'keep'],
    ['two words', 'more', 'space'],
    ['1990-', '1995', 'keep'],
  ])('%j, %j: %s', (before, after, seam) => {
    expect(words.seam(before, after)).toBe(seam)
  })

  test('typed hyphens stay where the producer marks its own', () => {
    const marked = new Vocabulary([line('hyphen‐'), line('ation')])
    expect(marked.seam('a some-', 'thing new')).toBe('keep')
    expect(marked.seam('hyphen‐', 'ation')).toBe('cut')
  })
})
