import { expect, test } from 'vitest'
import { z } from 'zod'
import { sayArguments } from '../../../src/lib/say-arguments.ts'
import { nameUpTo, textUpTo } from '../../../src/lib/text-bounds.ts'

const jsonOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' })

test.each([
  ['letters', 'x'],
  ['emoji, which are two units of UTF-16 each', '😀'],
])('a text is counted in code points: %s', (_, char) => {
  expect(textUpTo(5).safeParse(char.repeat(5)).success).toBe(true)
  expect(textUpTo(5).safeParse(char.repeat(6)).error?.issues).toMatchObject([
    { message: 'is too long (limit: 5 characters)' },
  ])
})

test('blanks around a name do not count, and go', () => {
  expect(nameUpTo(2).parse(' \t😀😀\n')).toBe('😀😀')
  expect(nameUpTo(2).safeParse('a b').success).toBe(false)
})

test('the JSON Schema says the limit, whatever is added to it', () => {
  expect(jsonOf(textUpTo(5))).toMatchObject({ type: 'string', maxLength: 5 })
  expect(jsonOf(textUpTo(5, z.string().min(1)).optional().describe('A text.'))).toMatchObject({
    minLength: 1,
    maxLength: 5,
    description: 'A text.',
  })
  expect(jsonOf(z.array(nameUpTo(5)).max(3))).toMatchObject({
    maxItems: 3,
    items: { maxLength: 5 },
  })
  expect(jsonOf(textUpTo(5).refine((text) => text !== '-', 'a name'))).toMatchObject({
    maxLength: 5,
  })
})

const KEY = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY'
const HEX = `0x${'4f'.repeat(32)}`
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

test.each([
  [
    { url: 'https://a.example/b?page=2', maxChars: 500 },
    'url: https://a.example/b?…, maxChars: 500',
  ],
  [
    { from: 'markdown', to: 'html', data: '# word' },
    'from: markdown, to: html, data: (6 characters)',
  ],
  [{ address: ADDRESS }, `address: ${ADDRESS}`],
  [
    { urls: ['https://a.example/1', 'https://a.example/2'] },
    'urls: [https://a.example/1, https://a.example/2]',
  ],
  [
    { narrow: [{ operator: 'channel', operand: 'general' }] },
    'narrow: [{operator: channel, operand: general}]',
  ],
  [{ query: 'what '.repeat(100) }, 'query: (500 characters)'],
  [{ text: undefined }, undefined],
  [{}, undefined],
  ['text', undefined],
])('%j is said as %s', (args, said) => {
  expect(sayArguments(args)).toBe(said)
})

test.each([
  { api_key: 'short' },
  { password: 'hunter2' },
  { url: `https://user:${KEY}@a.example/` },
  { url: `https://a.example/hook/${KEY}` },
  { url: `https://a.example/?key=${KEY}` },
  { url: `data:text/plain,${KEY}` },
  { query: `use ${KEY} for it` },
  { query: `use ${HEX}` },
  { headers: { accept: KEY } },
  { body: KEY },
  { options: { token: 'abc', deep: { deeper: { key: KEY } } } },
  { list: [KEY, { secret: KEY }] },
])('nothing that may be secret or is a payload is said of %j', (args) => {
  const said = sayArguments(args) ?? ''
  for (const secret of [KEY, HEX, 'hunter2', 'abc', 'short']) expect(said).not.toContain(secret)
})

test('a line is short whatever a call holds', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 'x'.repeat(100)]),
  )
  let deep: unknown = 'x'
  for (let n = 0; n < 5_000; n += 1) deep = { deep }
  for (const args of [wide, { deep }, { list: Array.from({ length: 9_000 }, () => 'y') }]) {
    expect(sayArguments(args)?.length).toBeLessThanOrEqual(300)
  }
})
