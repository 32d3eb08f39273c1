/** What only distinguishes letters: accents and other marks over, under and in them. */
const MARKS = /\p{Mn}/gu

/** A text without what people leave out when they look for it: case, accents, ligatures, width and other forms of a character (NFKD). */
export function foldText(text: string): string {
  // Upper case first: it is what `ß` and `ς` have in common with `ss` and `σ`.
  const folded = text.normalize('NFKD').replaceAll(MARKS, '').toUpperCase().toLowerCase()
  return folded.replaceAll('ς', 'σ')
}

/** Units that are folded together while a place is looked for. */
const STEP_UNITS = 4_096

/** Where in a text a place of its folded form lies, in UTF-16 units of each. */
export function placeInText(text: string, foldedAt: number): number {
  let left = foldedAt
  let start = 0
  for (; start < text.length; start += STEP_UNITS) {
    const { length } = foldText(text.slice(start, start + STEP_UNITS))
    if (length > left) break
    left -= length
  }
  let at = start
  for (const character of text.slice(start, start + STEP_UNITS)) {
    const { length } = foldText(character)
    if (length > left) break
    left -= length
    at += character.length
  }
  return Math.min(at, text.length)
}
