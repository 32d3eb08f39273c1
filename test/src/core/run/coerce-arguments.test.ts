import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { webAddress } from '../../../../src/contract/web-address.ts'
import { coerceArguments } from '../../../../src/core/run/coerce-arguments.ts'

const input = z
  .object({
    count: z.int().min(1).max(1_000),
    ratio: z.number(),
    on: z.boolean(),
    word: z.string().max(20),
    kind: z.enum(['a', 'b']),
    words: z.array(z.string()).max(5),
    numbers: z.array(z.int()).default([]),
    pairs: z.array(z.object({ id: z.int(), on: z.boolean().optional() })),
    nested: z.object({ count: z.int(), words: z.array(z.string()).optional() }),
    byName: z.record(z.string(), z.int()),
    either: z.union([z.string(), z.int()]),
    nullable: z.int().nullable(),
    page: webAddress,
    any: z.unknown(),
  })
  .partial()
type Input = z.input<typeof input>

/** Decimal numbers that are written without an exponent. */
const decimal = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1_000)
/** Text that is no JSON: an only item must be told from a list. */
const item = fc.string({ maxLength: 20 }).filter((text) => !/^\s*\[/.test(text))
const valid: fc.Arbitrary<Input> = fc.record(
  {
    count: fc.integer({ min: 1, max: 1_000 }),
    ratio: decimal,
    on: fc.boolean(),
    word: fc.string({ maxLength: 20 }),
    kind: fc.constantFrom('a' as const, 'b' as const),
    words: fc.array(item, { maxLength: 5 }),
    numbers: fc.array(fc.maxSafeInteger()),
    pairs: fc.array(fc.record({ id: fc.integer(), on: fc.boolean() }, { requiredKeys: ['id'] })),
    nested: fc.record({ count: fc.integer(), words: fc.array(item) }, { requiredKeys: ['count'] }),
    byName: fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      fc.integer(),
    ),
    either: fc.oneof(fc.string(), fc.integer()),
    nullable: fc.option(fc.integer()),
    page: fc.webUrl(),
    any: fc.jsonValue(),
  },
  { requiredKeys: [] },
)

/** A valid value as somebody might write it who has no types. */
function loosen(value: unknown, how: number): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) {
    if (value.length === 1 && how % 3 === 0) return loosen(value[0], how)
    return how % 3 === 1 ? JSON.stringify(value) : value.map((one) => loosen(one, how))
  }
  if (typeof value !== 'object' || value === null) return value
  if (how % 2 === 0) return JSON.stringify(value)
  const parts = Object.entries(value).map(([name, part]) => [name, loosen(part, how)])
  return Object.fromEntries(parts) as unknown
}

describe('for any input', () => {
  test('what is valid stays the very same', () => {
    fc.assert(
      fc.property(valid, (given) => {
        const read = coerceArguments(input, given)
        for (const [name, value] of Object.entries(given)) expect(read[name]).toBe(value)
        expect(Object.keys(read)).toEqual(Object.keys(given))
      }),
    )
  })

  test('a valid field stays when another one is read', () => {
    fc.assert(
      fc.property(valid, (given) => {
        const read = coerceArguments(input, { ...given, count: '7' })
        expect(read).toEqual({ ...given, count: 7 })
      }),
    )
  })

  test('what was written loosely equals what was written with types', () => {
    fc.assert(
      fc.property(valid, fc.nat(5), (given, how) => {
        // Text in these is a valid value.
        const { either: _either, any: _any, ...typed } = given
        const loose = Object.fromEntries(
          Object.entries(typed).map(([name, value]) => [name, loosen(value, how)]),
        )
        expect(coerceArguments(input, loose)).toEqual(typed)
      }),
    )
  })

  test('a value stays as it was, or has become valid', () => {
    const names = Object.keys(input.shape)
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.anything(), (name, value) => {
        const { [name]: read } = coerceArguments(input, { [name]: value })
        const isSame = Object.is(read, value)
        expect(isSame || input.safeParse({ [name]: read }).success).toBe(true)
      }),
    )
  })
})

test.each([
  '1e999',
  '1e2',
  ' 0x10',
  '0x10',
  '',
  ' ',
  ' 5',
  '5 ',
  '5\n',
  '+5',
  '05',
  '.5',
  '5.',
  '1_000',
  '1,000',
  '1.5',
  'NaN',
  'Infinity',
  '-Infinity',
  '٣',
  '5n',
  'true',
  'null',
  '[]',
  '9007199254740993',
  '0.1000000000000000055511151231257827',
])('no number is %j', (text) => {
  expect(coerceArguments(input, { count: text })).toEqual({ count: text })
})

test.each(['9007199254740993', '1e999', '0.30000000000000004', '123456789012.3456'])(
  'nothing is rounded: %s stays text',
  (text) => {
    expect(coerceArguments(input, { ratio: text })).toEqual({ ratio: text })
  },
)

test.each(['', '1', '0', 'yes', ' true', 'null', 1, 0])('%j is no boolean', (value) => {
  expect(coerceArguments(input, { on: value })).toEqual({ on: value })
})

test.each([
  ['word', 12_345, '12345'],
  ['word', 2 ** 53, 2 ** 53],
  ['word', 1.1, 1.1],
  ['word', -0, -0],
  ['word', 1e21, 1e21],
  ['word', Number.NaN, Number.NaN],
  ['word', true, true],
  ['word', ['a'], 'a'],
  ['kind', 'c', 'c'],
  ['words', 7, ['7']],
  ['words', 'a, b', ['a, b']],
  ['words', '["a", 7]', ['a', '7']],
  ['words', '[data-x]', ['[data-x]']],
  ['words', null, null],
  ['numbers', '7', [7]],
  ['numbers', ['1', 'x'], ['1', 'x']],
  ['pairs', { id: '7' }, [{ id: 7 }]],
  ['pairs', '{"id": 7}', [{ id: 7 }]],
  ['byName', { a: '1' }, { a: 1 }],
  ['either', '7', '7'],
  ['nullable', 'null', 'null'],
  ['page', 'example.com/a', 'https://example.com/a'],
  ['page', 'javascript:alert(1)', 'javascript:alert(1)'],
  ['page', 'https://', 'https://'],
])('%s: %j is read as %j', (name, value, meant) => {
  expect(coerceArguments(input, { [name]: value })).toEqual({ [name]: meant })
})

test('text of any length is looked at and stays', () => {
  for (const long of ['9', '-', '0', '.', ' ', '[', '{']) {
    const given = { count: long.repeat(1_000_000), on: long.repeat(1_000_000) }
    expect(coerceArguments(input, given)).toEqual(given)
  }
})

test('text that nests endlessly is not parsed', () => {
  const text = `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`
  const read = coerceArguments(input, { numbers: text, words: '['.repeat(1_000) })
  expect(read).toEqual({ numbers: text, words: ['['.repeat(1_000)] })
})

test('JSON in a text nests as deep as that of a request', () => {
  const open = z.object({ things: z.array(z.unknown()) })
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const read = (things: string) => coerceArguments(open, { things })
  expect(read(nested(64))).toEqual({ things: JSON.parse(nested(64)) as unknown })
  expect(read(nested(65))).toEqual({ things: [nested(65)] })
})

test('names that objects have by themselves are no fields', () => {
  const given = JSON.parse('{"__proto__": "1", "constructor": "1", "toString": 1}') as object
  expect(coerceArguments(input, { ...given, count: '7' })).toEqual({ ...given, count: 7 })
})
