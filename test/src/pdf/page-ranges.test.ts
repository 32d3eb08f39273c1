import { expect, test } from 'vitest'
import { isPageRanges, selectPages, writeRanges } from '../../../src/pdf/page-ranges.ts'

test.each([
  [undefined, [1, 2, 3, 4, 5]],
  ['2', [2]],
  ['4-,1', [1, 4, 5]],
  ['3-3, 2-4', [2, 3, 4]],
  ['5-2,1', [1]],
  ['0-1', [1]],
  ['3-999999999999', [3, 4, 5]],
])('%s of five pages', (ranges, pages) => {
  expect(selectPages(ranges, 5)).toEqual(pages)
})

test.each(['6', '6-9', '0', '9-1'])('%s has none of five pages', (ranges) => {
  expect(() => selectPages(ranges, 5)).toThrow(
    expect.objectContaining({ code: 'invalid_input' }) as Error,
  )
})

test.each(['', ' ', '-3', '1,', 'a', '1;2', '1--2', '1-2-3', '1.5'])(
  '%j is no selection',
  (text) => {
    expect(isPageRanges(text)).toBe(false)
  },
)

test('a claim of very many pages is not believed', () => {
  expect(selectPages(undefined, 2 ** 31)).toHaveLength(100_000)
  expect(selectPages('1-', 2 ** 31)).toHaveLength(100_000)
})

test.each(['0', '0-0', '3-1', '5-2,0', '100001-'])('%s holds a page of no document', (text) => {
  expect(isPageRanges(text)).toBe(false)
})

test('a very long selection is none', () => {
  expect(isPageRanges(`1${',1'.repeat(240)}`)).toBe(true)
  expect(isPageRanges(`1${',1'.repeat(300)}`)).toBe(false)
})

test('selections are written as they are read', () => {
  for (const text of ['1', '1-3', '1-3,5,7-8']) {
    expect(isPageRanges(text)).toBe(true)
    expect(writeRanges(selectPages(text, 10))).toBe(text)
  }
  expect(writeRanges([])).toBe('')
})
