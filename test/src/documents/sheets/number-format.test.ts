import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NumberFormats } from '../../../../src/documents/sheets/number-format.ts'
import { seeds } from '../../../support/full.ts'

const formats = new NumberFormats({ is1904: false })
const show = (value: number, code: string): string => formats.number(value, code)

/** As LibreOffice shows them in English. */
test.each<[code: string, value: number, shown: string]>([
  ['General', 1 / 3, '0.333333333333333'],
  ['General', 0.1 + 0.2, '0.3'],
  ['General', 1e-10, '1E-10'],
  ['General', 1.5e17, '1.5E+17'],
  ['General', -1234567.891, '-1234567.891'],
  ['General" m"', 5, '5 m'],
  ['0', -0.5, '-1'],
  ['0.00', 1.005, '1.01'],
  ['0.00', -0.000015, '0.00'],
  ['0.00', 1e20, '100000000000000000000.00'],
  ['#,##0.00', 1234567.891, '1,234,567.89'],
  ['#.##', 0.5, '.5'],
  ['0.###', 1, '1'],
  ['000-00-0000', 123456789, '123-45-6789'],
  ['(###) ###-####', 2025550123, '(202) 555-0123'],
  ['0.0%', 0.125, '12.5%'],
  ['0.00E+00', 12345, '1.23E+04'],
  ['##0.0E+0', 0.9999999, '1.0E+0'],
  ['00.00E-00', 99.995, '01.00E02'],
  ['# ?/?', 123.456, '123 4/9'],
  ['# ??/??', -0.5, '- 1/2'],
  ['?/?', 0.1, '1/9'],
  ['# ?/8', 99.995, '100'],
  ['# ??/100', 0.125, ' 12/100'],
  ['0.0,,"M"', 1234567, '1.2M'],
  ['[>=1000]0.0,"k";0', 1234, '1.2k'],
  ['[<0]"neg "0;[=0]"zero";0.0', -2, 'neg 2'],
  ['[=1]"yes";[=0]"no";"n/a"', -1, 'n/a'],
  ['#,##0.00_);[Red](#,##0.00)', -5, '(5.00)'],
  ['0;-0;;@', 0, ''],
  [';;;', 5, ''],
  ['[$€-407] #,##0.00', 1234.5, '€ 1,234.50'],
  ['[$-407]#,##0.00', 1234.5, '1.234,50'],
  ['[h]:mm:ss', 123.456, '2962:56:38'],
  ['[h]:mm:ss', -99.995, '-2399:52:48'],
  ['[mm]:ss', 0.5, '720:00'],
  ['0" units"', 3, '3 units'],
  ['0\\ "kg"', 3, '3 kg'],
])('the format %s shows %d as %s', (code, value, shown) => {
  expect(show(value, code)).toBe(shown)
})

describe('dates and times', () => {
  test.each<[code: string, value: number, shown: string]>([
    ['m/d/yy', 46_356, '2026-11-30'],
    ['mmm-yy', 46_356.9, '2026-11-30'],
    ['h:mm', 0.25, '06:00:00'],
    ['mm:ss', 0.25, '06:00:00'],
    ['hh:mm:ss.00', 0.5 + 1.25 / 86_400, '12:00:01.25'],
    ['yyyy-mm-dd hh:mm', 46_356.999999999, '2026-12-01T00:00:00'],
    ['[$-F800]dddd, mmmm dd, yyyy', 46_356, '2026-11-30'],
    ['yyyy"年"m"月"d"日"', 46_356, '2026-11-30'],
    ['dd/mm/yyyy', -5, '-5'],
    ['dd/mm/yyyy', 1e9, '1000000000'],
  ])('in %s of %d are ISO 8601: %s', (code, value, shown) => {
    expect(show(value, code)).toBe(shown)
  })
})

test('formats for text add their words to it', () => {
  expect(formats.text('x', '0;0;0;"<"@">"')).toBe('<x>')
  expect(formats.text('x', '@')).toBe('x')
  expect(formats.text('x', '0.00')).toBe('x')
  expect(formats.text('x', ';;;')).toBe('')
})

test('any format shows any number as some short text', () => {
  const piece = fc.constantFrom(
    ...'0#?.,%/@;E+-yMdhs[]"\\_*$€ <>=1'.split(''),
    'General',
    '[h]',
    '[$-407]',
    '[<5]',
    'E+0',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.double(), (pieces, value) => {
      expect(show(value, pieces.join('')).length).toBeLessThan(1_000)
    }),
    { numRuns: seeds(100, 3_000) },
  )
})
