const BLANKS = /\s/
const INKS = /[\p{L}\p{N}]/u
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

// What a character is; a sign is a word of its own.
const UNKNOWN = 0
const BLANK = 1
const INK = 2
const SIGN = 3
const OTHER = 4

/** The kind of each UTF-16 code that has been met: patterns of letters of all scripts take their time. */
const KINDS = new Uint8Array(0x10000)

/**
 * Words of a Markdown text: runs between white space that hold a letter or a digit, so that markers of
 * lists, tables and rules do not count. Each Chinese or Japanese character counts as one.
 */
export function countWords(markdown: string): number {
  let words = 0
  let isCounted = false
  for (let at = 0; at < markdown.length; at += 1) {
    let kind = KINDS[markdown.charCodeAt(at)]!
    if (kind === UNKNOWN) kind = kindAt(markdown, at)
    if (kind === INK) {
      if (!isCounted) words += 1
      isCounted = true
    } else if (kind !== OTHER) {
      if (kind === SIGN) words += 1
      isCounted = false
    }
  }
  return words
}

/** The kind of the character at a place, remembered unless it takes two codes: the second of them is nothing more. */
function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (!isSurrogate(code)) return (KINDS[code] = kindOf(String.fromCharCode(code)))
  const isSecond = at > 0 && text.codePointAt(at - 1)! > 0xffff
  return isSecond ? OTHER : kindOf(String.fromCodePoint(text.codePointAt(at)!))
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}

function kindOf(character: string): number {
  if (BLANKS.test(character)) return BLANK
  const isInk = INKS.test(character)
  if (SIGNS.test(character)) return isInk ? SIGN : BLANK
  return isInk ? INK : OTHER
}
