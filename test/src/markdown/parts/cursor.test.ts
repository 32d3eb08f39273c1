import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import {
  requireContinuation,
  makeCursor,
  readCursor,
} from '../../../../src/markdown/parts/cursor.ts'

const text = 'first part. second part.'
const cursor = makeCursor('key', text, 12)

test('leads back to its place', () => {
  const position = readCursor('key', cursor)
  expect(position.offset).toBe(12)
  expect(() => requireContinuation(text, position)).not.toThrow()
})

test('says nothing and is short', () => {
  expect(cursor).toMatch(/^12\.\d{6}\.\d{6}$/)
})

test.each([1, 40_000, 9_999_999, 999_999_999])(
  'from character %i on takes few tokens',
  (offset) => {
    for (const key of ['a', 'b', 'c']) {
      expect(countTokens(makeCursor(key, text, offset))).toBeLessThanOrEqual(9)
    }
  },
)

describe('is refused as invalid_input', () => {
  test.each([
    ['of another call', 'other', cursor],
    ['empty', 'key', ''],
    ['noise', 'key', '%%% not a cursor'],
    ['shortened', 'key', cursor.slice(0, -4)],
    ['lengthened', 'key', `${cursor}1`],
    ['huge', 'key', '1'.repeat(1_000_000)],
    ['with a negative offset', 'key', forged('-1')],
    ['with a fractional offset', 'key', forged('1.5')],
    ['with an enormous offset', 'key', forged('99999999999')],
  ])('%s', (_, key, hostile) => {
    expect(() => readCursor(key, hostile)).toThrow(
      expect.objectContaining({ code: 'invalid_input' }) as Error,
    )
  })

  test('when the text before it changed, but not when only the text after it did', () => {
    const position = readCursor('key', cursor)
    expect(() => requireContinuation('First part. second part.', position)).toThrow(/changed/)
    expect(() => requireContinuation('first part. another end', position)).not.toThrow()
  })

  test.each([0, 24, 25, 999_999_999])('when its offset is %i', (offset) => {
    const position = readCursor('key', makeCursor('key', text, offset))
    expect(() => requireContinuation(text, position)).toThrow(/changed/)
  })
})

/** A cursor of the right key with another offset. */
function forged(offset: string): string {
  const [, ofKey, before] = cursor.split('.')
  return `${offset}.${ofKey}.${before}`
}
