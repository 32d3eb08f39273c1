/** What a line of nothing but a page number looks like. */
const PAGE_NUMBER =
  /^(?:[-–—|·(\s]*)(?:(?:page|seite|p\.|pag\.|página|pagina|str\.|стр\.|第)\s*)?(?:\d{1,4}|[ivxlcdm]{1,7})(?:\s*(?:\/|of|von|de|sur|di|из|–|-)\s*\d{1,4})?(?:\s*页|\s*頁|\s*ページ)?(?:[-–—|·)\s]*)$/i

const ROMAN = /^(?=[ivxlc])(?:xc|xl|l?x{0,3})?(?:ix|iv|v?i{0,3})$/i
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }
/** Longest word that may hold a page number, and digits of the number. */
const TOKEN_MAX_CHARS = 24
const DIGITS_MAX_COUNT = 5
/** Numbers of one line that may go along with the page. */
const NUMBERS_MAX_COUNT = 2
/** A sheet may hold one page or two of a book. */
const STEPS: readonly number[] = [1, 2]

/** True for a text that is a page number, perhaps with the number of all pages, and nothing else. */
export function isPageNumber(text: string): boolean {
  return PAGE_NUMBER.test(text)
}

/** The words of a line, as `isSameButPageNumber` compares them. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

/** The letters of a text, for comparing names. */
export function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, '')
}

/**
 * Whether two lines, the second on a page so many pages further, say the same but for page numbers: numbers that grow by as much as
 * the pages. Any other number must be equal.
 */
export function isSameButPageNumber(
  words: readonly string[],
  others: readonly string[],
  pages: number,
): boolean {
  if (words.length !== others.length) return false
  let numbers = 0
  for (const [index, word] of words.entries()) {
    const other = others[index] ?? ''
    if (word === other) continue
    numbers += 1
    if (numbers > NUMBERS_MAX_COUNT || !goesAlong(word, other, pages)) return false
  }
  return true
}

function goesAlong(word: string, other: string, pages: number): boolean {
  if (word.length > TOKEN_MAX_CHARS || other.length > TOKEN_MAX_CHARS) return false
  const start = commonStart(word, other)
  const end = commonEnd(word.slice(start), other.slice(start))
  const value = valueOf(word.slice(start, word.length - end))
  const otherValue = valueOf(other.slice(start, other.length - end))
  if (value === undefined || otherValue === undefined) return false
  return STEPS.some((step) => otherValue - value === pages * step)
}

/** Characters that both begin with; a number is not cut. */
function commonStart(word: string, other: string): number {
  let at = 0
  while (at < word.length && at < other.length && word[at] === other[at]) at += 1
  while (at > 0 && /[\divxlc]/i.test(word[at - 1] ?? '')) at -= 1
  return at
}

function commonEnd(word: string, other: string): number {
  let count = 0
  while (
    count < word.length &&
    count < other.length &&
    word.at(-1 - count) === other.at(-1 - count)
  )
    count += 1
  while (count > 0 && /[\divxlc]/i.test(word.at(-count) ?? '')) count -= 1
  return count
}

function valueOf(text: string): number | undefined {
  if (text.length > 0 && text.length <= DIGITS_MAX_COUNT && /^\d+$/.test(text)) return Number(text)
  if (!ROMAN.test(text)) return undefined
  const values = Array.from(text.toLowerCase(), (char) => ROMAN_VALUES[char] ?? 0)
  return values.reduce(
    (sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value),
    0,
  )
}
