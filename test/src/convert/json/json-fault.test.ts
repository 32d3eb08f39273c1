import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertJob } from '../../../../src/convert/convert-job.ts'
import { findFault } from '../../../../src/convert/json/json-parser.ts'
import { JSON_MAX_DEPTH } from '../../../../src/convert/limits.ts'
import { requireConversion } from '../../../../src/convert/require-conversion.ts'
import { seeds } from '../../../support/full.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const PIECES = [
  ['{', '}', '[', ']', ',', ':', '"', '""', '"a"', '\\', '\\n', '\\u00e9', '\\u12', '\u0001'],
  ['1', '-', '0', '01', '.5', '1.', '1e9', '1e', 'true', 'false', 'null', 'nul', ' ', '\n', '\t'],
  ['\u00a0', '\uFEFF', 'é', '😀', '\ud800', '/', "'"],
].flat()
const pieces = fc.constantFrom(...PIECES)
const odd = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))
/** JSON with one character taken out, put in or exchanged. */
const spoilt = fc
  .tuple(fc.json(), fc.nat(), fc.nat(2), pieces)
  .map(([text, place, removed, piece]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + piece + text.slice(at + removed)
  })

describe('a text is JSON exactly where the platform says so', () => {
  test.each([
    ['whole', fc.json()],
    ['odd', odd],
    ['spoilt', spoilt],
  ])('%s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const fault = findFault(text)
        // A name that occurs twice is JSON, which we refuse nevertheless.
        return fault === undefined ? isJson(text) : fault.isRepeatedName === true || !isJson(text)
      }),
      { numRuns: seeds(100, 5_000) },
    )
  })

  test.each([
    ['', 0],
    ['{bad', 1],
    ['[1,]', 3],
    ['[1', 2],
    ['{"a":1,}', 7],
    ['["a\n"]', 3],
    ['["\\x"]', 2],
    ['[01]', 2],
    ['[1] 2', 4],
  ])('and %j stops at %i', (text, position) => {
    expect(findFault(text)).toEqual({ position, isTooDeep: false })
  })
})

test('nesting ends at its limit', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(findFault(nested(JSON_MAX_DEPTH))).toBeUndefined()
  expect(findFault(nested(JSON_MAX_DEPTH + 1))).toMatchObject({ isTooDeep: true })
})

test(
  'what the check lets through, the work can read, and what it refuses, the work refuses alike',
  { tags: 'full' },
  async () => {
    const data = fc.oneof(
      odd,
      spoilt,
      fc.array(fc.oneof(fc.json({ maxDepth: 1 }), odd), { maxLength: 3 }).map((a) => a.join('\n')),
      fc
        .array(fc.constantFrom('"', '""', 'a', ',', ';', '\n', '\r\n', '\r', '\uFEFF'))
        .map((a) => a.join('')),
    )
    const from = fc.constantFrom('json' as const, 'csv' as const)
    await fc.assert(
      fc.asyncProperty(from, data, async (kind, text) => {
        const input = { from: kind, to: 'html' as const, data: text }
        const outcome = await Promise.allSettled([
          (async () => requireConversion(input))(),
          convertJob(input),
        ])
        const [checked, done] = outcome.map((one) =>
          one.status === 'rejected' ? problemOf(one.reason) : 'fine',
        )
        expect(checked).toEqual(done)
      }),
      { numRuns: seeds(100, 3_000) },
    )
  },
)

function problemOf(thrown: unknown): unknown {
  const { code, message, hint, fields } = thrown as Record<string, unknown>
  return { code, message, hint, fields }
}
