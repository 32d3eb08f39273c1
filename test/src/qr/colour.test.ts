import { expect, test } from 'vitest'
import { contrast, HEX_COLOUR, readColour } from '../../../src/qr/colour.ts'

test('short and long forms, in either case', () => {
  expect(readColour('#0aF')).toEqual([0, 0xaa, 0xff])
  expect(readColour('#10fE02')).toEqual([0x10, 0xfe, 0x02])
  for (const wrong of ['black', '#12', '#1234', '#12345g', '123456', '#1234567']) {
    expect(HEX_COLOUR.test(wrong)).toBe(false)
  }
})

test.each([
  ['#000', '#fff', 21],
  ['#fff', '#000', 1 / 21],
  ['#777777', '#ffffff', 4.48],
  ['#0000ff', '#ffff00', 8],
])('the contrast of %s on %s is %d, as WCAG counts', (dark, light, ratio) => {
  expect(contrast(readColour(dark), readColour(light))).toBeCloseTo(ratio, 1)
})
