import { Region } from './regions.ts'

/** Words of running text: Latin-like words, and characters of scripts written without spaces. */
export interface ProseCount {
  words: number
  ideographs: number
}

const asideBits = Region.nav | Region.footer | Region.aside | Region.comments | Region.related

function zero(): ProseCount {
  return { words: 0, ideographs: 0 }
}

function size(count: ProseCount): number {
  return count.words + count.ideographs
}

/** Han, kana, Thai and neighbours: one reader's step is a character, not a space-separated word. */
function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xd840 && code <= 0xd888)
  )
}

/** Counts the words of a page while it streams by, apart for the whole page, `<main>` and the longest `<article>`. */
export class ProseCounter {
  private readonly page = zero()
  private readonly main = zero()
  private article = zero()
  private longestArticle = zero()
  private articleDepth = 0
  private inWord = false

  openArticle(depth: number): void {
    if (this.articleDepth !== 0) return
    this.articleDepth = depth
    this.article = zero()
  }

  closeArticle(depth: number): void {
    if (this.articleDepth !== depth) return
    this.articleDepth = 0
    if (size(this.article) > size(this.longestArticle)) this.longestArticle = this.article
  }

  breakWord(): void {
    this.inWord = false
  }

  text(chunk: string, region: number): void {
    if ((region & asideBits) !== 0) return
    let words = 0
    let ideographs = 0
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk.charCodeAt(index)
      if (code <= 32 || code === 0xa0) this.inWord = false
      else if (isIdeograph(code)) {
        ideographs += 1
        this.inWord = false
      } else if (!this.inWord && isWordStart(code)) {
        words += 1
        this.inWord = true
      }
    }
    add(this.page, words, ideographs)
    if ((region & Region.main) !== 0) add(this.main, words, ideographs)
    if (this.articleDepth !== 0) add(this.article, words, ideographs)
  }

  /** The words of the longest article when it holds most of the main part, else of the main part, else of the page. */
  count(): ProseCount {
    if (size(this.article) > size(this.longestArticle)) this.longestArticle = this.article
    const wide = size(this.main) > 0 ? this.main : this.page
    return size(this.longestArticle) * 2 >= size(wide) ? this.longestArticle : wide
  }
}

function add(count: ProseCount, words: number, ideographs: number): void {
  count.words += words
  count.ideographs += ideographs
}

function isWordStart(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code > 0xbf
  )
}

const WORDS_PER_MINUTE = 230
const IDEOGRAPHS_PER_MINUTE = 500

/** Minutes to read the prose: 230 words or 500 ideographs a minute, rounded, at least 1. */
export function readingTimeMinutes({ words, ideographs }: ProseCount): number {
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + ideographs / IDEOGRAPHS_PER_MINUTE))
}
