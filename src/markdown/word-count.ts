const BLANK = /\s/
const INK = /[\p{L}\p{N}]/u
const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** What an ASCII character is: 0 white space, 1 a letter or a digit, 2 another one. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return BLANK.test(character) ? 0 : INK.test(character) ? 1 : 2
})

/**
 * Words of a Markdown text: runs between white space that hold a letter or a digit, so that markers of
 * lists, tables and rules do not count. Each Chinese or Japanese character counts as one.
 */
export function countWords(markdown: string): number {
  let words = 0
  let isCounted = false
  for (let at = 0; at < markdown.length; at += 1) {
    const code = markdown.codePointAt(at)!
    let kind = ASCII[code]
    if (kind === undefined) {
      const character = String.fromCodePoint(code)
      if (code > 0xffff) at += 1
      kind = BLANK.test(character) ? 0 : INK.test(character) ? 1 : 2
      if (SIGN.test(character)) {
        words += kind === 1 ? 1 : 0
        kind = 0
      }
    }
    if (kind === 0) isCounted = false
    else if (kind === 1 && !isCounted) {
      words += 1
      isCounted = true
    }
  }
  return words
}
