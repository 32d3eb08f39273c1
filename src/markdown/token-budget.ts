/** Characters up to here are ASCII: about four make a token. */
const ASCII_END = 0x80
/** Up to here the alphabets of Europe and the Near East: two make a token. */
const ALPHABETS_END = 0x900
/** More accented Latin and Greek letters, and typographic punctuation. */
const TYPOGRAPHY_START = 0x1e00
const TYPOGRAPHY_END = 0x2070

/** Quarters of a token that one UTF-16 unit counts; everything else is a token by itself. */
function quartersOf(code: number): number {
  if (code < ASCII_END) return 1
  const isAlphabetic = code < ALPHABETS_END || (code >= TYPOGRAPHY_START && code < TYPOGRAPHY_END)
  return isAlphabetic ? 2 : 4
}

/** How many characters from `from` on fit into so many tokens, as estimated: no tokenizer of any model is asked. */
export function charsWithin(text: string, from: number, maxTokens: number): number {
  let left = 4 * maxTokens
  let at = from
  while (at < text.length) {
    left -= quartersOf(text.charCodeAt(at))
    if (left < 0) break
    at += 1
  }
  return at - from
}
