/** Largest number that is written in letters or Roman digits. */
const WRITTEN_MAX = 4999
const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
const LETTERS = 26

/** A number in small Roman digits; in others where Romans had none. */
export function romanNumber(number: number): string {
  if (number < 1 || number > WRITTEN_MAX) return String(number)
  let left = number
  let written = ''
  for (const [value, digits] of ROMAN) {
    written += digits.repeat(Math.floor(left / value))
    left %= value
  }
  return written
}

/** A number as letters repeated, as lists count: `a`, `z`, `aa`, `bb`. */
export function repeatedLetters(number: number): string {
  if (number < 1 || number > WRITTEN_MAX) return String(number)
  const letter = String.fromCharCode(0x61 + ((number - 1) % LETTERS))
  return letter.repeat(Math.floor((number - 1) / LETTERS) + 1)
}

/** A number as letters with places, as the columns of sheets count: `a`, `z`, `aa`, `ab`. */
export function placedLetters(number: number): string {
  if (number < 1 || number > WRITTEN_MAX) return String(number)
  let written = ''
  for (let left = number; left > 0; left = Math.floor((left - 1) / LETTERS)) {
    written = String.fromCharCode(0x61 + ((left - 1) % LETTERS)) + written
  }
  return written
}
