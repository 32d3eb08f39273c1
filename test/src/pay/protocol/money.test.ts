import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitsToUsd, usdToUnits } from '../../../../src/pay/protocol/money.ts'

test.each([
  ['0.002', 2_000],
  ['0.001', 1_000],
  ['1', 1_000_000],
  ['0', 0],
  ['0.000001', 1],
  ['12.34', 12_340_000],
  ['999999.999999', 999_999_999_999],
])('%s USD is %d units, and back', (usd, units) => {
  expect(usdToUnits(usd)).toBe(units)
  expect(unitsToUsd(units)).toBe(usd)
})

test('every amount survives the way there and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 - 1 }), (units) => {
      expect(usdToUnits(unitsToUsd(units))).toBe(units)
    }),
  )
})

test.each(['', '-1', '1e3', '0.0000001', '1.', '.5', ' 1', '1234567', 'NaN', '$1'])(
  '"%s" is no amount',
  (usd) => {
    expect(() => usdToUnits(usd)).toThrow(RangeError)
  },
)
