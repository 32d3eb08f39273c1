/** An amount in units of 10^decimals, by long division on digits: another way than the product's. */
export function formatByDivision(amount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(decimals)
  let rest = amount % unit
  let fraction = ''
  while (rest > 0n) {
    rest *= 10n
    fraction += (rest / unit).toString()
    rest %= unit
  }
  return `${amount / unit}${fraction === '' ? '' : `.${fraction}`}`
}
