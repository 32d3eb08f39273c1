import { parseHTML } from 'linkedom'
import { commonWords, f1, wordsOf } from '../compared-texts.ts'

/** The members of an element used here; the types of the DOM are not loaded here. */
interface Element {
  tagName: string
  textContent: string | null
  getAttribute(name: string): string | null
  querySelectorAll(selector: string): Iterable<Element>
  cloneNode(deep: boolean): unknown
  closest(selector: string): Element | null
  parentElement: Element | null
  remove(): void
}

/** What a document holds, as words; white space, case and typography do not count. */
interface Content {
  words: string[]
  headings: [level: number, text: string][]
  tables: string[][][]
  items: string[]
  paragraphs: string[]
  quotes: string[]
  links: string[]
  codes: string[]
}

/** Scores of one document, 0 to 1; absent where the source has nothing of the kind. */
export interface Scores {
  /** 2 × longest common subsequence of words ÷ words of both. */
  nid: number
  /** F1 of headings by their text. */
  headings?: number
  /** F1 of headings by their text and level, which is counted from the document's highest. */
  levels?: number
  /** Share of cells that are in their place, rows shifted by one allowed. */
  tables?: number
  /** F1 of list items by their text without nested lists. */
  lists?: number
  /** F1 of paragraphs that are in no list and no table. */
  paragraphs?: number
  /** F1 of quotations by all of their text; of a document that has none, 0 where there is one. */
  quotes?: number
  /** Recall of link addresses. */
  links?: number
  /** F1 of code blocks by their words. */
  code?: number
}

/** Scores HTML that was made of the Markdown of a system against the HTML that was printed. */
export function score(truth: string, found: string): Scores {
  const expected = contentOf(truth)
  const got = contentOf(found)
  const texts = (headings: Content['headings']): string[] => headings.map(([, text]) => text)
  return {
    nid: (2 * commonWords(expected.words, got.words)) / (expected.words.length + got.words.length),
    ...part('headings', f1(texts(expected.headings), texts(got.headings))),
    ...part('levels', f1(levelled(expected.headings), levelled(got.headings))),
    ...part('tables', tableScore(expected.tables, got.tables)),
    ...part('lists', f1(expected.items, got.items)),
    ...part('paragraphs', f1(expected.paragraphs, got.paragraphs)),
    ...part(
      'quotes',
      expected.quotes.length + got.quotes.length > 0
        ? (f1(expected.quotes, got.quotes) ?? 0)
        : undefined,
    ),
    ...part('links', recall(expected.links, got.links)),
    ...part('code', f1(expected.codes, got.codes)),
  }
}

function part<K extends keyof Scores>(
  key: K,
  value: number | undefined,
): Partial<Record<K, number>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, number>)
}

function contentOf(html: string): Content {
  const { document } = parseHTML(`<html><body>${html}</body></html>`)
  const all = (selector: string): Element[] => [...document.querySelectorAll(selector)] as Element[]
  const elementText = (element: Element): string => wordsOf(element.textContent ?? '').join(' ')
  return {
    words: wordsOf(document.body.textContent ?? ''),
    headings: all('h1,h2,h3,h4,h5,h6')
      .map((element): [number, string] => [Number(element.tagName[1]), elementText(element)])
      .filter(([, text]) => text !== ''),
    tables: all('table')
      .map((table) =>
        [...table.querySelectorAll('tr')].map((row) =>
          [...row.querySelectorAll('td,th')].map((cell) => elementText(cell)),
        ),
      )
      .filter((rows) => rows.length > 0),
    items: all('li').map(ownText).filter(Boolean),
    paragraphs: all('p')
      .filter((paragraph) => !paragraph.closest('li,td,th'))
      .map(elementText)
      .filter(Boolean),
    quotes: all('blockquote')
      .filter((quote) => !quote.parentElement?.closest('blockquote'))
      .map(elementText)
      .filter(Boolean),
    links: all('a[href]')
      .map((link) => (link.getAttribute('href') ?? '').replace(/\/$/, ''))
      .filter((href) => /^https?:/.test(href)),
    codes: all('pre').map(elementText).filter(Boolean),
  }
}

function ownText(item: Element): string {
  const copy = item.cloneNode(true) as Element
  for (const list of copy.querySelectorAll('ul,ol')) list.remove()
  return wordsOf(copy.textContent ?? '').join(' ')
}

function recall(expected: readonly string[], got: readonly string[]): number | undefined {
  if (expected.length === 0) return undefined
  const found = new Set(got)
  return expected.filter((text) => found.has(text)).length / expected.length
}

function levelled(headings: Content['headings']): string[] {
  const highest = Math.min(...headings.map(([level]) => level))
  return headings.map(([level, text]) => `${level - highest} ${text}`)
}

function tableScore(expected: Content['tables'], got: Content['tables']): number | undefined {
  if (expected.length === 0) return undefined
  const unused = [...got]
  let sum = 0
  for (const table of expected) {
    const scores = unused.map((other) => cellScore(table, other))
    const best = Math.max(0, ...scores)
    if (best > 0) unused.splice(scores.indexOf(best), 1)
    sum += best
  }
  // Many tables where there are none cost, too.
  return sum / Math.max(expected.length, got.length > expected.length * 2 ? got.length / 2 : 0)
}

function cellScore(expected: readonly string[][], got: readonly string[][]): number {
  let hits = 0
  let cells = 0
  for (const [index, row] of expected.entries()) {
    for (const [column, text] of row.entries()) {
      cells += 1
      if ([0, -1, 1].some((shift) => got[index + shift]?.[column] === text)) hits += 1
    }
  }
  const found = got.reduce((sum, row) => sum + row.length, 0)
  return hits / Math.max(cells, found)
}
