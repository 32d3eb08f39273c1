import { describe, expect, test } from 'vitest'
import { isJsonDeeperThan } from '../../../src/lib/json-depth.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('depth of JSON text', () => {
  test.each([
    ['arrays at the limit', nested(3), false],
    ['arrays beyond it', nested(4), true],
    ['objects beyond it', '{"a":{"a":{"a":{}}}}', true],
    ['siblings', '[[[]],[[]],{"a":[]}]', false],
    ['brackets in strings', `["${'['.repeat(9)}", "{{{{"]`, false],
    ['an escaped quote', `["\\"${'['.repeat(9)}"]`, false],
    ['a string that ends in a backslash', `["\\\\", ${nested(3)}]`, true],
    ['a string that ends in a backslash and a quote', `["\\\\\\"[[[["]`, false],
    ['a string without end', '["[[[[', false],
    ['nothing that closes', '[[[[', true],
    ['more that closes', `]]]]${nested(4)}`, false],
    ['no brackets', '"text"', false],
    ['nothing', '', false],
  ])('%s', (_, text, expected) => {
    expect(isJsonDeeperThan(3, text)).toBe(expected)
  })

  test('agrees with what the parser makes of it', () => {
    const depthOf = (value: unknown): number =>
      value instanceof Object ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
    for (const value of [
      { a: [1, { b: '}]"\\' }], '[[': '{{' },
      [[['\\"', '"\\', '\u2028']], {}],
      'text',
      7,
    ]) {
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
        const depth = depthOf(value)
        expect(isJsonDeeperThan(depth, text)).toBe(false)
        expect(isJsonDeeperThan(depth - 1, text)).toBe(depth > 0)
      }
    }
  })
})
