/**
 * Exact decimals. An amount or a price is a string of digits or a bigint from end to end; no floating-point
 * number ever holds one.
 */

/** Digits of a fraction that products and quotients keep. */
const SCALE = 36

/** Digits that a quotient keeps, counted from its first that is not zero. */
const QUOTIENT_DIGITS = 18

/** Largest exponent that is expanded; no real price exceeds it. */
const EXPONENT_MAX = 60

/** Characters of a number that is read at all. */
const NUMBER_MAX_CHARS = 100

/** `value` in units of `10^decimals` as plain decimal digits: `1`, not `1.0`; no exponent. */
export function formatUnits(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * A decimal number as JSON or a form field writes it, without exponent, leading or trailing zeros. Throws
 * on anything else, and on what is too long to be a price.
 */
export function plainDecimal(text: string): string {
  const found =
    text.length > NUMBER_MAX_CHARS ? null : /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (!found) throw new Error('not a decimal number')
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found
  // Counts digits, holds no amount.
  const shift = Number(exponent)
  if (Math.abs(shift) > EXPONENT_MAX) throw new Error('exponent out of range')
  const decimals = fraction.length - shift
  const value = BigInt(`${sign}${whole}${fraction}`)
  return decimals > 0
    ? formatUnits(value, decimals)
    : formatUnits(value * 10n ** BigInt(-decimals), 0)
}

/** A decimal string as an integer of `10^-SCALE`; digits beyond are cut off. */
export function toScaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = plainDecimal(decimal).split('.')
  const scaled = BigInt(`${whole.replace('-', '')}${fraction.slice(0, SCALE).padEnd(SCALE, '0')}`)
  return whole.startsWith('-') ? -scaled : scaled
}

/** The product, exact as far as its fraction has no more than 36 digits. */
export function multiply(left: string, right: string): string {
  return formatUnits((toScaled(left) * toScaled(right)) / 10n ** BigInt(SCALE), SCALE)
}

/** The quotient to 18 significant digits, the last rounded half up. Throws on a divisor of zero. */
export function divide(left: string, right: string): string {
  const divisor = toScaled(right)
  if (divisor === 0n) throw new Error('division by zero')
  const quotient = (toScaled(left) * 10n ** BigInt(SCALE)) / divisor
  const excess = quotient.toString().length - QUOTIENT_DIGITS
  if (excess <= 0) return formatUnits(quotient, SCALE)
  const unit = 10n ** BigInt(excess)
  return formatUnits(((quotient + unit / 2n) / unit) * unit, SCALE)
}

/** A number with at most so many decimals, the last rounded half up; a trace that would vanish becomes the smallest. */
export function roundDecimals(decimal: string, decimals: number): string {
  const unit = 10n ** BigInt(SCALE - decimals)
  const scaled = toScaled(decimal)
  const rounded = (scaled + unit / 2n) / unit
  return formatUnits(rounded === 0n && scaled > 0n ? 1n : rounded, decimals)
}
