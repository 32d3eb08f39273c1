/** An amount with its cents, and further digits where it has some. */
export function dollars(usd: string): string {
  const [whole, fraction = ''] = String(Number(Number(usd).toFixed(6))).split('.')
  return `$${whole}.${fraction.padEnd(2, '0')}`
}
