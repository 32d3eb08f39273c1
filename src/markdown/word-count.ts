const WORD =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/**
 * Words of a Markdown text: runs between white space that hold a letter or a digit, so that markers of
 * lists, tables and rules do not count. Each Chinese or Japanese character counts as one.
 */
export function countWords(markdown: string): number {
  let words = 0
  for (const [run] of markdown.matchAll(WORD)) {
    if (/[\p{L}\p{N}]/u.test(run)) words += 1
  }
  return words
}
