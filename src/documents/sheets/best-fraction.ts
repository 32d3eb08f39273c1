/** Denominators that are tried: formats have places for up to so many digits. */
const TRIED_MAX = 9_999

/** The fraction next to a number that is not negative, with a given denominator or the best one up to the most. */
export function bestFraction(
  value: number,
  { fixed, most = 1 }: { fixed?: number; most?: number },
): { numerator: number; denominator: number } {
  if (fixed !== undefined) {
    // Halves go down.
    return { numerator: Math.ceil(value * fixed - 0.5), denominator: fixed }
  }
  let best = { numerator: Math.round(value), denominator: 1 }
  let fault = Math.abs(value - best.numerator)
  for (let denominator = 2; denominator <= Math.min(most, TRIED_MAX); denominator += 1) {
    const numerator = Math.round(value * denominator)
    const other = Math.abs(value - numerator / denominator)
    // What differs by less than a double can hold is the same number.
    if (other < fault - Number.EPSILON) {
      best = { numerator, denominator }
      fault = other
    }
  }
  return best
}
