import type { Candidate, PageLines } from './page-edges.ts'
import { lettersOf } from './page-numbers.ts'

/** Letters of a title that are enough to know it again, and those that may stand beside it in smaller type. */
const TITLE_MIN_CHARS = 8
const BESIDE_MAX_CHARS = 12
/** Lines of the first page that may be the title. */
const TITLES_MAX_COUNT = 3
/** Size of a running head, over that of the text, and of the title, over that of the running head. */
const SMALL = 0.92
const LARGER = 1.2
/** What a page number is called. */
const NUMBER_WORD = /^(?:page|seite|p\.|pag\.|página|pagina|str\.|стр\.)$/iu

/** Titles of a document, which a running head may repeat on a single page: there is no other one to compare it with. */
export class Titles {
  /** Of lines in large or bold type, by their letters, the first page that they are on. */
  readonly #pages = new Map<string, number>()
  readonly #titles: { letters: string; size: number }[]

  constructor(pages: readonly PageLines[]) {
    for (const { page, lines } of pages) {
      for (const { text } of lines.filter(({ bold }) => bold)) {
        const letters = lettersOf(text)
        if (!this.#pages.has(letters)) this.#pages.set(letters, page)
      }
    }
    this.#titles = (pages[0]?.lines ?? [])
      .map(({ text, size }) => ({ letters: lettersOf(text), size }))
      .filter(({ letters }) => letters.length >= TITLE_MIN_CHARS)
      .toSorted((a, b) => b.size - a.size)
      .slice(0, TITLES_MAX_COUNT)
  }

  /**
   * Whether a line at the edge of a page is a title once more: in small type with little beside it, or with the number of its page
   * where the title itself stands on an earlier one.
   */
  repeats({ line, page, words, edge }: Candidate, body: number): boolean {
    if (edge === 'side') return false
    const letters = lettersOf(line.text)
    const isSmall = line.size <= body * SMALL
    const isTitle = this.#titles.some(
      (title) =>
        title.size > line.size * LARGER &&
        letters.includes(title.letters) &&
        letters.length - title.letters.length <= BESIDE_MAX_CHARS,
    )
    return (isSmall && isTitle) || this.#isNumbered(words, page.page)
  }

  #isNumbered(words: readonly string[], page: number): boolean {
    const others = words.filter((word) => word !== String(page) && !NUMBER_WORD.test(word))
    if (!words.includes(String(page))) return false
    const letters = lettersOf(others.join(''))
    return letters.length >= TITLE_MIN_CHARS && (this.#pages.get(letters) ?? page) < page
  }
}
