import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Commands, which no language translates. */
const UNTRANSLATED: ReadonlySet<string> = new Set(['code', 'kbd'])

const ELEMENT = /<(\w+)(?:\s[^<>]*)?>([^<>{}]*\p{L}[^<>{}]*)<\/\1>/gu
const ATTRIBUTE = /\s(?:aria-label|title|placeholder|alt|label|hint|text|intro)="[^"]*\p{L}[^"]*"/gu
const LIST = /^export const \w+ = \{\n[^]*\n\} as const\n$/m

/** Texts that stand in a component. */
function textsIn(source: string): string[] {
  const texts = [...source.matchAll(ELEMENT)]
    .filter(([, tag = '']) => !UNTRANSLATED.has(tag))
    .map(([, , text = '']) => text.trim())
  return [...texts, ...[...source.matchAll(ATTRIBUTE)].map(([found]) => found.trim())]
}

test('components of the page hold no text of their own', () => {
  const found = globSync('web/**/*.tsx', { cwd: root }).flatMap((file) =>
    textsIn(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
  expect(textsIn('<p class="dim">Nothing here</p>')).toEqual(['Nothing here'])
  expect(textsIn('<a aria-label="Home" href="#">')).toEqual(['aria-label="Home"'])
  expect(textsIn('<code>bellhop chat link</code>')).toEqual([])
})

test('each list of texts is one object, as tools for translations read it', () => {
  const files = globSync('web/words/*.ts', { cwd: root }).filter((file) => !/plural/.test(file))
  expect(files.length).toBeGreaterThan(10)
  const odd = files.filter((file) => !LIST.test(readFileSync(join(root, file), 'utf8')))
  expect(odd).toEqual([])
})
