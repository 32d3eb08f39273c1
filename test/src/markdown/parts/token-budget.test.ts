import { expect, test } from 'vitest'
import { charsWithin } from '../../../../src/markdown/parts/parts.ts'

test.each([
  ['four of ASCII', 'a'.repeat(100), 40],
  ['two Cyrillic letters', 'я'.repeat(100), 20],
  ['two accented letters', 'ế'.repeat(100), 20],
  ['two quotation marks', '“'.repeat(100), 20],
  ['one Chinese character', '潮'.repeat(100), 10],
  ['one of Korean', '물'.repeat(100), 10],
  ['half an emoji', '🌊'.repeat(100), 10],
])('a token is %s', (_, text, chars) => {
  expect(charsWithin(text, 0, 10)).toBe(chars)
})

test('counts from where it is told, to the end at most', () => {
  expect(charsWithin('潮潮aaaaaaaa', 2, 1)).toBe(4)
  expect(charsWithin('潮潮aaaaaaaa', 0, 100)).toBe(10)
  expect(charsWithin('', 0, 100)).toBe(0)
})
