const BLANK = /\s/
const INK = /[\p{L}\p{N}]/u
const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** What a character is; `sign` is a word of its own. */
const Kind = { unknown: 0, blank: 1, ink: 2, sign: 3, other: 4 } as const
/** The kind of each UTF-16 code that has been met: patterns of letters of all scripts take their time. */
const KINDS = new Uint8Array(0x10000)
const SURROGATES_FROM = 0xd800
const SURROGATES_TO = 0xdfff

/**
 * Words of a Markdown text: runs between white space that hold a letter or a digit, so that markers of
 * lists, tables and rules do not count. Each Chinese or Japanese character counts as one.
 */
export function countWords(markdown: string): number {
  let words = 0
  let isCounted = false
  for (let at = 0; at < markdown.length; at += 1) {
    const code = markdown.charCodeAt(at)
    let kind = KINDS[code]!
    if (kind === Kind.unknown) {
      const character = String.fromCodePoint(markdown.codePointAt(at)!)
      kind = kindOf(character)
      // Two codes make one character; what one of them is depends on the other.
      if (character.length > 1) at += 1
      else if (code < SURROGATES_FROM || code > SURROGATES_TO) KINDS[code] = kind
    }
    if (kind === Kind.ink) {
      if (!isCounted) words += 1
      isCounted = true
    } else if (kind !== Kind.other) {
      if (kind === Kind.sign) words += 1
      isCounted = false
    }
  }
  return words
}

function kindOf(character: string): number {
  if (BLANK.test(character)) return Kind.blank
  if (SIGN.test(character)) return INK.test(character) ? Kind.sign : Kind.blank
  return INK.test(character) ? Kind.ink : Kind.other
}
