import fc from 'fast-check'
import { formatUnits as viemFormat } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  divide,
  formatUnits,
  multiply,
  plainDecimal,
  roundDecimals,
  toScaled,
} from '../../../src/onchain/decimal.ts'
import { seeds } from '../../support/full.ts'
import { formatByDivision } from '../../support/plain-units.ts'

const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const decimals = fc.integer({ min: 0, max: 77 })

describe('an amount', () => {
  it('is written exactly, as two other ways write it', () => {
    fc.assert(
      fc.property(uint256, decimals, (amount, places) => {
        const text = formatUnits(amount, places)
        expect(text).toBe(formatByDivision(amount, places))
        expect(text).toBe(viemFormat(amount, places))
      }),
      { numRuns: seeds(100, 3_000) },
    )
  })

  it('keeps every digit where a floating-point number would lose ten', () => {
    expect(formatUnits(123_456_789_012_345_678_901_234_567n, 18)).toBe(
      '123456789.012345678901234567',
    )
    expect(formatUnits(0n, 18)).toBe('0')
    expect(formatUnits(10n ** 18n, 18)).toBe('1')
    expect(formatUnits(-15n, 1)).toBe('-1.5')
  })
})

describe('a decimal', () => {
  it.each([
    ['2430.58000', '2430.58'],
    ['007.10', '7.1'],
    ['1e3', '1000'],
    ['1.5E-3', '0.0015'],
    ['1.2345678901234567e-8', '0.000000012345678901234567'],
    ['-0.50', '-0.5'],
    ['0', '0'],
    ['0.0e5', '0'],
    ['12345678901234567890123', '12345678901234567890123'],
  ])('%s is %s in plain digits', (text, plain) => {
    expect(plainDecimal(text)).toBe(plain)
  })

  it.each([
    '',
    '.5',
    '5.',
    'NaN',
    'Infinity',
    '0x10',
    '1e61',
    '1e-61',
    '1,000',
    ' 1',
    '--1',
    '9'.repeat(101),
  ])('%j is none', (text) => {
    expect(() => plainDecimal(text)).toThrow()
  })

  it('is multiplied and divided exactly', () => {
    const positive = fc.bigInt({ min: 1n, max: 10n ** 24n })
    fc.assert(
      fc.property(positive, positive, (left, right) => {
        const [a, b] = [formatUnits(left, 12), formatUnits(right, 12)]
        expect(multiply(a, b)).toBe(formatByDivision(left * right, 24))
        // |a/b - q| is at most one unit of the eighteenth digit, or of the thirty-sixth decimal.
        const quotient = toScaled(divide(a, b))
        const error = quotient * right - left * 10n ** 36n
        const unit = (quotient * right) / 10n ** 17n + right
        expect(error < 0n ? -error : error).toBeLessThanOrEqual(unit)
      }),
      { numRuns: seeds(100, 1_000) },
    )
    expect(() => divide('1', '0.0')).toThrow('zero')
  })

  it.each([
    ['1.000000005', 8, '1.00000001'],
    ['1.0000000049', 8, '1'],
    ['0.0000000000001', 8, '0.00000001'],
    ['0', 8, '0'],
  ])('%s is rounded to %i decimals as %s', (text, places, rounded) => {
    expect(roundDecimals(text, places)).toBe(rounded)
  })
})
