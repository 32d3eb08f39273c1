import { describe, expect, test } from 'vitest'
import { findFormulas, writeFormula } from '../../../../src/pdf/lines/formulas.ts'
import { makeLine } from '../../../../src/pdf/lines/lines.ts'
import type { Line, Span } from '../../../../src/pdf/model.ts'
import { takeFootnotes } from '../../../../src/pdf/structure/footnotes.ts'

const LEFT = 72
const RIGHT = 500

type Piece = [text: string, x: number, options?: Partial<Span>]

function span([text, x, options = {}]: Piece, y: number): Span {
  const size = options.size ?? 10
  return {
    text,
    x,
    y,
    right: x + text.length * size * 0.5,
    size,
    bold: false,
    italic: false,
    mono: false,
    math: true,
    url: undefined,
    spaced: false,
    upright: true,
    contentId: undefined,
    ...options,
  }
}

const line = (y: number, ...pieces: Piece[]): Line =>
  makeLine(
    1,
    pieces.map((piece) => span(piece, y)),
  )
const prose = (y: number, text = 'The tide runs out and leaves the boats upon the sand'): Line =>
  line(y, [text, LEFT, { math: false }])

function found(lines: readonly Line[]): number[] {
  const column = { id: 0, left: LEFT, right: RIGHT, lineCount: lines.length }
  const formulas = findFormulas(lines, { columnOf: () => column, isHeading: () => false })
  return lines.map((one) => formulas.get(one) ?? 0)
}

describe('what is a formula', () => {
  test('lines of mathematics further in than the text', () => {
    const lines = [prose(100), line(122, ['x = y', 200]), line(136, ['2', 210]), prose(158)]
    expect(found(lines)).toEqual([0, 2, 0, 0])
  })

  test('a line with its number at the right edge', () => {
    const wide: Piece = ['x = y', LEFT]
    const number: Piece = ['(12)', RIGHT - 20, { math: false }]
    expect(found([prose(100), line(122, wide, number), prose(144)])).toEqual([0, 1, 0])
    expect(found([prose(100), line(122, wide), prose(144)])).toEqual([0, 0, 0])
  })

  test.each<[string, Line[]]>([
    ['text without such fonts', [prose(100), line(122, ['1 = 2', 200, { math: false }])]],
    ['a fraction in a line of text', [prose(100), line(106, ['a', 200]), prose(113)]],
    [
      'text with a sign',
      [prose(100), line(122, ['α', 200], ['holds in every case', 215, { math: false }])],
    ],
    ['an item of a list', [prose(100), line(122, ['• x = y', 200])]],
    ['cells far from each other', [prose(100), line(122, ['x', 200], ['y', 260])]],
    [
      'rows of cells',
      [prose(100), ...[122, 136, 150].map((y) => line(y, ['x', 200], ['0', 225], ['1', 250]))],
    ],
  ])('not %s', (_, lines) => {
    expect(found(lines).every((count) => count === 0)).toBe(true)
  })
})

test('a power is no mark of a footnote', () => {
  const raised = (math: boolean): Line[] => [
    prose(100),
    makeLine(1, [
      span(['as the speed is', LEFT, { math: false }], 114),
      span(['x', 160, { math }], 114),
      span(['2', 165, { size: 7, math: false }], 110),
    ]),
    makeLine(1, [
      span(['2', LEFT, { size: 6, math: false }], 740),
      span(['A note at the foot', LEFT + 5, { size: 8, math: false }], 742),
    ]),
  ]
  expect(takeFootnotes(raised(false)).notes).toHaveLength(1)
  expect(takeFootnotes(raised(true)).notes).toEqual([])
})

describe('how a formula is written', () => {
  const small = { size: 7 }

  test('raised and lowered parts', () => {
    const base: Piece[] = [
      ['m', 200],
      ['c', 206],
    ]
    const one = makeLine(1, [
      ...base.map((piece) => span(piece, 100)),
      span(['12', 211, small], 96),
      span(['+', 222], 100),
      span(['x', 230], 100),
      span(['i', 235, small], 102),
    ])
    expect(writeFormula([one], [])).toEqual(['mc^{12} + x_i'])
  })

  test('fractions by their bar, rows by their distance', () => {
    const lines = [
      line(100, ['x =', 200]),
      line(93, ['a + 1', 220]),
      line(107, ['2', 230]),
      line(125, ['y = 3', 200]),
    ]
    const bar = { x: 219, right: 246, y: 97 }
    expect(writeFormula(lines, [bar])).toEqual(['x = (a + 1) / 2', 'y = 3'])
    expect(writeFormula(lines, [])).toEqual(['x = a + 1 2', 'y = 3'])
  })
})
