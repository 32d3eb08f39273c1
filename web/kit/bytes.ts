const unitOf = (unit: string) =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: 1 })

/** A number of bytes for people. */
export function formatBytes(count: number): string {
  if (count < 1e9) return unitOf('megabyte').format(count / 1e6)
  return unitOf('gigabyte').format(count / 1e9)
}
