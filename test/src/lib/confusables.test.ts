import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { CONFUSABLES_FILE, listConfusables } from '../../../scripts/list-confusables.ts'
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
  ['USDC', 'U\u0405D\u0421'],
  ['USDC', '\uA4F4\uA4E2\uA4D3\uA4DA'],
  ['DAI', '\u13A0\u13AA\u0406'],
  ['Bob', '\u0432\u043E\u0432'],
  ['OXO', '\uD801\uDCC2\u2D5D\u0B20'],
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

test('the table is that of the package, as the script writes it', () => {
  expect(readFileSync(CONFUSABLES_FILE, 'utf8')).toBe(listConfusables())
})

/** Drawn like an `f` by Unicode, and an `s` when normalized; and an iota that hangs below another letter. */
const TAKEN_OTHERWISE = new Set(['\u017F', '\u037A'])

test('every letter and digit that Unicode draws like a Latin one looks like it', () => {
  const require = createRequire(import.meta.url)
  const prototypes = require('unhomoglyph/data.json') as Record<string, string>
  const drawnAlike = Object.entries(prototypes).filter(
    ([character, prototype]) =>
      /^[\p{L}\p{N}]$/u.test(character) && /^[A-Za-z\d]+$/.test(prototype),
  )
  expect(drawnAlike.length).toBeGreaterThan(1_000)
  const unlike = drawnAlike.filter((pair) => !looksLike(...pair)).map(([character]) => character)
  expect(new Set(unlike)).toEqual(TAKEN_OTHERWISE)
})
