import { expect, test } from 'vitest'
import { looksOf } from '../../../src/lib/confusables.ts'

const looksLike = (one: string, other: string): boolean =>
  looksOf(one).some((look) => looksOf(other).includes(look))

test.each([
  ['Owner', 'OWNER'],
  ['Owner', ' o w-n_e.r '],
  ['Owner', '\u039Fwn\u0435r'],
  ['Owner', 'O\u200Bw\u202Ener'],
  ['Owner', 'ovvner'],
  ['Owner', '0wner'],
  ['Owner', 'Ｏｗｎｅｒ'],
  ['Owner', '𝕺𝖜𝖓𝖊𝖗'],
  ['Bill', 'BiI1'],
  ['José', 'Jose\u0301'],
  ['ΗΛΙΑΣ', 'ηλιας'],
  ['HAPPY', '\u0397\u0391\u03A1\u03A1\u03A5'],
  ['SCOPE', '\u0405\u0421\u041E\u0420\u0415'],
  ['Marge', 'rnarge'],
  ['ロボ', '口ボ'],
])('%s looks like %s', (one, other) => {
  expect(looksLike(one, other)).toBe(true)
})

test.each([
  ['Owner', 'Downer'],
  ['claude-code', 'claude-code 2'],
  ['日本語', '中文'],
  ['Ελληνικά', 'Русский'],
  ['anna', 'hannah'],
])('%s does not look like %s', (one, other) => {
  expect(looksLike(one, other)).toBe(false)
})

test.each(['', ' ', '🤖', '!!', '\u200B'])('%j looks like nothing', (name) => {
  expect(looksOf(name)).toEqual([])
})
