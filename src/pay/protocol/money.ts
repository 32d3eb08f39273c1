/** Decimals of the US dollar tokens that are traded in. */
const USD_DECIMALS = 6

/** Largest amount that is ever handled, in atomic units: a million dollars. */
const UNITS_MAX = 1_000_000 * 10 ** USD_DECIMALS

/** Matches a price in dollars: up to six digits before and six after the point. */
export const USD_PATTERN = /^\d{1,6}(\.\d{1,6})?$/

/** Dollars as a decimal string in atomic units of USDC, exactly. Throws RangeError for anything else. */
export function usdToUnits(usd: string): number {
  const [whole = '', fraction = ''] = usd.split('.')
  const units = Number(whole) * 10 ** USD_DECIMALS + Number(fraction.padEnd(USD_DECIMALS, '0'))
  if (!USD_PATTERN.test(usd) || units > UNITS_MAX) throw new RangeError('Not an amount in dollars.')
  return units
}

/** Atomic units of USDC as dollars, without needless zeros: 2000 is `0.002`. */
export function unitsToUsd(units: number): string {
  const sign = units < 0 ? '-' : ''
  const digits = String(Math.abs(units)).padStart(USD_DECIMALS + 1, '0')
  const fraction = digits.slice(-USD_DECIMALS).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -USD_DECIMALS)}${fraction && `.${fraction}`}`
}
