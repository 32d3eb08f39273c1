/** Length of a text in Unicode code points, the unit of all chat limits. */
export function countChars(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The first code points of a text. */
export function firstChars(text: string, max: number): string {
  let taken = ''
  let count = 0
  for (const char of text) {
    if (count === max) break
    taken += char
    count += 1
  }
  return taken
}
