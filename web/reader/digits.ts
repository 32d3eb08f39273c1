/** Characters of a text that is hardly more than a number. */
export const TEXT_MAX_CHARS = 32

/** Digits of a text as one number, those of other scripts too; undefined where it has none, or is the time of a clock. */
export function numberIn(text: string): number | undefined {
  if (text.length > TEXT_MAX_CHARS || /\d\s*:\s*\d\d/.test(text)) return undefined
  const digits = text.replaceAll(/\P{Nd}/gu, '')
  if (digits === '' || digits.length > 15) return undefined
  let value = 0
  for (const digit of digits) value = value * 10 + digitOf(digit)
  return value
}

/** Blocks of digits begin at a multiple of sixteen; those of India six after one. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  return (code >= 0x900 && code < 0xe00 ? code - 6 : code) % 16
}
