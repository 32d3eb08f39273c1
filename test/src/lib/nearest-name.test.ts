import { expect, test } from 'vitest'
import { foldName, nearestName } from '../../../src/lib/nearest-name.ts'

const names = ['url', 'maxChars', 'maxTokens', 'cursor', 'from']

test.each([
  ['max_chars', 'maxChars'],
  ['maxchar', 'maxChars'],
  ['mxaChars', 'maxChars'],
  ['MAX-TOKENS', 'maxTokens'],
  ['uri', 'url'],
  ['form', 'from'],
  ['curser', 'cursor'],
])('%s is near %s', (written, meant) => {
  expect(nearestName(written, names)).toBe(meant)
})

test.each(['colour', '', 'x', 'maxLength', '__proto__'])('%j is near nothing', (written) => {
  expect(nearestName(written, names)).toBeUndefined()
})

test('spellings of a name are one', () => {
  expect(new Set(['maxChars', 'max_chars', 'MAX-CHARS', 'Maxchars'].map(foldName)).size).toBe(1)
})

test('a name that is too long is near nothing, and not compared', () => {
  expect(nearestName('m'.repeat(1_000_000), ['m'.repeat(1_000_000)])).toBeUndefined()
})
