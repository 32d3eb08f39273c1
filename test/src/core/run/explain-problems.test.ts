import { expect, test } from 'vitest'
import { z } from 'zod'
import { webAddress } from '../../../../src/contract/web-address.ts'
import { explainProblems } from '../../../../src/core/run/explain-problems.ts'
import { textUpTo } from '../../../../src/lib/text-bounds.ts'

const input = z
  .object({
    url: webAddress,
    maxChars: z.int().min(100).max(5_000),
    ratio: z.number().max(1),
    above: z.number().positive(),
    format: z.enum(['png', 'svg']).default('png'),
    on: z.boolean(),
    words: z.array(z.string()).max(5),
    pairs: z.array(z.object({ id: z.int(), at: z.iso.datetime() })),
    symbol: z.string().describe('ETH, BTC …'),
    short: textUpTo(3),
    since: z.string().refine((text) => text === '7d', 'an age such as 7d'),
    either: z.union([z.int().min(5), z.array(z.int())]),
    byName: z.record(z.string(), z.int()),
    closed: z.strictObject({ a: z.int().optional() }),
  })
  .partial()
const operation = { input, agent: { defaults: { maxChars: 2_000 } } }

function explained(given: unknown, target: { input: z.ZodObject } = operation): string {
  const { error } = target.input.safeParse(given)
  if (!error) throw new Error('this is valid')
  return explainProblems(target, error, given)
}

test.each([
  [
    { maxChars: 'many' },
    'maxChars: expected a whole number from 100 to 5000, not text, for example 2000',
  ],
  [{ maxChars: 7 }, 'maxChars: expected a whole number from 100 to 5000, for example 2000'],
  [{ ratio: 7 }, 'ratio: expected a number of at most 1, for example 1'],
  [{ above: 0 }, 'above: expected a number above 0, for example 10'],
  [
    { url: 'ftp://a' },
    'url: expected the address of a web page, for example "https://example.com/page"',
  ],
  [{ format: 'gif' }, 'format: expected one of "png", "svg"'],
  [{ on: 'yes' }, 'on: expected true or false, not text'],
  [
    { words: {} },
    'words: expected a list of at most 5, each text, not an object, for example ["text"]',
  ],
  [{ words: [true] }, 'words[0]: expected text, not true, for example "text"'],
  [
    { pairs: 7 },
    'pairs: expected a list, each an object with id, at, not a number, for example [{"id":10,"at":"2026-01-31T12:00:00Z"}]',
  ],
  [
    { pairs: [{ id: 1 }] },
    'pairs[0].at: missing; expected a time in ISO 8601, for example "2026-01-31T12:00:00Z"',
  ],
  [{ symbol: [] }, 'symbol: expected text, not a list (ETH, BTC …)'],
  [{ short: 'long' }, 'short is too long (limit: 3 characters)'],
  [{ since: 'soon' }, 'since: an age such as 7d'],
  [
    { either: 'x' },
    'either: expected a whole number of at least 5 or a list, each a whole number, not text, for example 10',
  ],
  [{ byName: { a: 'x' } }, 'byName.a: expected a whole number, not text, for example 10'],
  [{ closed: { b: 1 } }, 'closed: Unrecognized key: "b"'],
])('%j: %s', (given, message) => {
  expect(explained(given)).toBe(message)
})

test('what is required and missing is said so', () => {
  expect(explained({}, { input: z.object({ url: webAddress }) })).toBe(
    'url: missing; expected the address of a web page, for example "https://example.com/page"',
  )
})

test('problems of the whole input are told as they are', () => {
  const target = {
    input: z.object({ a: z.int().optional() }).refine(() => false, 'Give one of them.'),
  }
  expect(explained({}, target)).toBe('Give one of them.')
  expect(explained([], target)).toMatch(/^expected an object, not a list/)
})

test('values are never repeated, nor more than few problems and short places', () => {
  const secret = 'hunter2'
  const names = Array.from({ length: 10_000 }, (_, at) => `${'k'.repeat(1_000)}${at}`)
  const byName = Object.fromEntries(names.map((name) => [name, secret]))
  const text = explained({ maxChars: secret, byName })
  expect(text).not.toContain(secret)
  expect(text.length).toBeLessThan(3_000)
  expect(text).toMatch(/and \d+ more$/)
})
