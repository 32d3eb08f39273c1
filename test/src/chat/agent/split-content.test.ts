import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitContent } from '../../../../src/chat/agent/send-in-parts.ts'
import { countChars } from '../../../../src/lib/text.ts'
import { seeds } from '../../../support/full.ts'

const MAX = 2_000
const split = (content: string) => splitContent(content, MAX)
const paragraph = (letter: string, chars: number) => letter.repeat(chars)

test('what fits stays one', () => {
  const content = `  ${'😀'.repeat(MAX - 2)}`
  expect(split(content)).toEqual([content])
})

test('parts end between paragraphs, else between lines, else between words', () => {
  const [a, b, c] = [paragraph('a', 1_200), paragraph('b', 1_200), paragraph('c', 300)]
  expect(split(`${a}\n\n${b}\n\n${c}`)).toEqual([a, `${b}\n\n${c}`])
  expect(split(`${a}\n${b}\n${c}`)).toEqual([a, `${b}\n${c}`])
  const words = Array.from({ length: 500 }, (_, at) => `word${at}`).join(' ')
  const parts = split(words)
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) expect(part).toMatch(/^word\d+( word\d+)*$/)
  expect(parts.join(' ')).toBe(words)
})

test('a block of code is closed at the end of a part and opened again, in its language', () => {
  const lines = Array.from({ length: 300 }, (_, at) => `  line ${at}`)
  const parts = split(['Look:', '', '```ts', ...lines, '```', '', 'Done.'].join('\n'))
  expect(parts.length).toBeGreaterThan(1)
  expect(parts[0]).toMatch(/^Look:\n\n```ts\n {2}line 0\n[^]*\n```$/)
  for (const part of parts.slice(1)) expect(part).toMatch(/^```ts\n {2}line \d+\n/)
  expect(parts.at(-1)).toMatch(/\n```\n\nDone\.$/)
  const inside = parts.flatMap((part) => part.split('\n').filter((line) => /line/.test(line)))
  expect(inside).toEqual(lines)
})

test('blocks within blocks are opened again from the outside in', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `line number ${at}`)
  const parts = split(['~~~spoiler The end', '```py', ...lines, '```', '~~~'].join('\n'))
  for (const part of parts) {
    expect(part).toMatch(/^~~~spoiler The end\n```py\nline[^]*\n```\n~~~$/)
  }
})

test('a block that begins where a part ends goes to the next one whole', () => {
  const code = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n')
  const parts = split(`${paragraph('a', 1_985)}\n\`\`\`\n${code}\n\`\`\``)
  expect(parts).toEqual([paragraph('a', 1_985), `\`\`\`\n${code}\n\`\`\``])
})

test('no block is opened at the end of a part only to be closed', () => {
  const quoted = Array.from({ length: 18 }, () => paragraph('a', 100)).join('\n')
  const code = Array.from({ length: 9 }, () => paragraph('b', 300)).join('\n')
  const [first, second] = split(`~~~quote\n${quoted}\n\`\`\`js\n${code}\n\`\`\`\n~~~`)
  expect(first).toBe(`~~~quote\n${quoted}\n~~~`)
  expect(second).toMatch(/^~~~quote\n```js\nb/)
})

test('characters that belong together stay together', () => {
  const family = '👩‍👩‍👧‍👦'
  const parts = split(family.repeat(600))
  expect(parts.length).toBeGreaterThan(1)
  for (const part of parts) expect(part).toMatch(new RegExp(`^(?:${family})+$`, 'u'))
  expect(parts.join('')).toBe(family.repeat(600))
})

test('however it is written, every part fits and is not empty, and no word is lost', () => {
  const line = fc.oneof(
    fc.constantFrom('', '```', '```js', '~~~', '~~~~quote', '```spoiler x', '> ```', '   ', '\t'),
    fc.string({ maxLength: 40 }),
    fc.integer({ min: 1, max: 2_500 }).map((count) => 'y'.repeat(count)),
    fc.integer({ min: 1, max: 700 }).map((count) => 'z z '.repeat(count)),
  )
  const content = fc.array(line, { minLength: 20, maxLength: 200 }).map((all) => all.join('\n'))
  fc.assert(
    fc.property(content, (text) => {
      const parts = split(text)
      for (const part of parts) {
        expect(countChars(part)).toBeLessThanOrEqual(MAX)
        expect(part.trim() !== '' || text.trim() === '').toBe(true)
      }
      const lettersOf = (one: string) => one.replaceAll(/[^yz]/g, '')
      expect(lettersOf(parts.join(''))).toBe(lettersOf(text))
    }),
    { numRuns: seeds(30, 200) },
  )
})

test.each([
  ['blocks in blocks', '```quote\n'.repeat(12_000)],
  ['a very long fence', `${'`'.repeat(5_000)}js\n${'x\n'.repeat(5_000)}`],
  ['empty lines', '\n'.repeat(100_000)],
  ['one long line', 'x'.repeat(100_000)],
])('%s are split too', (_, content) => {
  for (const part of splitContent(content, 10_000)) {
    expect(countChars(part)).toBeLessThanOrEqual(10_000)
  }
})
