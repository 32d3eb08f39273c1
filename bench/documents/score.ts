import { parseHTML } from 'linkedom'
import { commonWords, countsOf, f1, wordsOf } from '../compared-texts.ts'

/** The members of an element used here; the types of the DOM are not loaded here. */
interface Element {
  tagName: string
  textContent: string | null
  parentElement: Element | null
  children: Iterable<Element>
  getAttribute(name: string): string | null
  querySelectorAll(selector: string): Iterable<Element>
  closest(selector: string): Element | null
  cloneNode(deep: boolean): unknown
  remove(): void
}

/** What a document holds, texts as words in lower case with single blanks between them. */
export interface Content {
  /** In their order, notes last. */
  words: string[]
  /** `2 text`. */
  headings: string[]
  /** `depth number text`; bullets have no number. */
  items: string[]
  tables: string[][][]
  /** `text address`. */
  links: string[]
  notes: string[]
}

/** How much of a document was read; shares are F1 from 0 to 1, absent where it has nothing of the kind. */
export interface Scores {
  /** Words of the document that are not in what was read. */
  lost: number
  words: number
  /** Share of the words found that are in order. */
  order: number
  headings?: number
  lists?: number
  tables?: number
  links?: number
  notes?: number
}

/** Kinds of things that are scored as shares. */
export const SHARES = ['order', 'headings', 'lists', 'tables', 'links', 'notes'] as const

/** A text as it is compared: case, white space and typography do not count. */
export function plain(text: string): string {
  return wordsOf(text).join(' ')
}

/** Compares what was read with what the document holds. */
export function score(truth: Content, found: Content): Scores {
  const left = countsOf(found.words)
  const common = new Map<string, number>()
  let lost = 0
  for (const word of truth.words) {
    const count = left.get(word) ?? 0
    if (count === 0) lost += 1
    else {
      left.set(word, count - 1)
      common.set(word, (common.get(word) ?? 0) + 1)
    }
  }
  const matched = truth.words.length - lost
  const [ours, theirs] = [truth.words, found.words].map((words) =>
    words.filter((word) => common.has(word)),
  )
  return {
    lost,
    words: truth.words.length,
    order: matched === 0 ? 1 : Math.min(1, commonWords(ours!, theirs!) / matched),
    ...share('headings', f1(truth.headings, found.headings)),
    ...share('lists', f1(truth.items, found.items)),
    ...share('tables', tableScore(truth.tables, found.tables)),
    ...share('links', f1(truth.links, found.links)),
    ...share('notes', f1(truth.notes, found.notes)),
  }
}

/** What HTML holds, as programs that read documents write it. */
export function contentOf(html: string): Content {
  const { document } = parseHTML(`<html><body>${html}</body></html>`)
  const all = (selector: string): Element[] => [...document.querySelectorAll(selector)] as Element[]
  for (const link of all('a[href^="#"]')) {
    const isMark = /^#(?:fn|footnote|endnote|cmnt)/.test(link.getAttribute('href') ?? '')
    if (isMark) link.remove()
  }
  const notes = all('li[id^="fn"],li[id^="footnote-"],li[id^="endnote-"]')
  const noteTexts = notes.map(textOf)
  for (const note of notes) note.remove()
  const links = all('a[href]')
    .filter((link) => !/^(?:#|mailto:)/.test(link.getAttribute('href') ?? ''))
    .map((link) => `${textOf(link)} ${link.getAttribute('href') ?? ''}`)
  return {
    words: [...wordsOf(spaced(document.body)), ...noteTexts.flatMap(wordsOf)],
    headings: all('h1,h2,h3,h4,h5,h6').map((each) => `${each.tagName[1]} ${textOf(each)}`),
    items: all('li').map(itemOf),
    tables: all('table').map(cellsOf),
    links,
    notes: noteTexts,
  }
}

/** The text of an element, blocks and cells apart. */
function spaced(element: Element): string {
  const copy = element.cloneNode(true) as Element & { innerHTML: string }
  return copy.innerHTML
    .replaceAll(/<\/?(?:p|li|td|th|tr|h\d|br|ul|ol|pre|blockquote|div|table|hr)\b[^>]*>/gi, ' $&')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
}

function textOf(element: Element): string {
  return plain(spaced(element))
}

const LABEL = /^\s*\(?((?:\d+|[a-z]{1,3}|[ivxlc]+)(?:\.\d+)*)[.)]\s+/i

function itemOf(item: Element): string {
  const own = item.cloneNode(true) as Element
  for (const list of Array.from(own.querySelectorAll('ul,ol'))) list.remove()
  let depth = 0
  for (
    let list = item.parentElement?.closest('ul,ol');
    list;
    list = list.parentElement?.closest('ul,ol')
  ) {
    depth += 1
  }
  const holder = item.parentElement
  if (holder?.tagName !== 'OL') {
    const text = spaced(own)
    const label = LABEL.exec(text)
    return `${depth} ${label ? label[1]!.toLowerCase() : ''} ${plain(label ? text.slice(label[0].length) : text)}`
  }
  const before = [...holder.children].filter(({ tagName }) => tagName === 'LI')
  const at = before.findIndex((each) => each === item)
  const number = Number(holder.getAttribute('start') ?? 1) + at
  const type = holder.getAttribute('type') ?? '1'
  return `${depth} ${written(number, type)} ${textOf(own)}`
}

/** A number as lists of a type show it, in small letters. */
export function written(number: number, type: string): string {
  if (/^a$/i.test(type)) return String.fromCharCode(0x60 + number)
  if (/^i$/i.test(type)) return ROMAN[number] ?? String(number)
  return String(number)
}

const ROMAN = ' i ii iii iv v vi vii viii ix x xi xii xiii xiv xv'.split(' ')

function cellsOf(table: Element): string[][] {
  const rows: string[][] = []
  for (const [at, row] of [...table.querySelectorAll('tr')].entries()) {
    const cells = (rows[at] ??= [])
    let column = 0
    for (const cell of row.children) {
      while (cells[column] !== undefined) column += 1
      const across = Number(cell.getAttribute('colspan') ?? 1)
      const down = Number(cell.getAttribute('rowspan') ?? 1)
      for (let below = 0; below < down; below += 1) {
        for (let right = 0; right < across; right += 1) {
          ;(rows[at + below] ??= [])[column + right] = below + right === 0 ? textOf(cell) : ''
        }
      }
    }
  }
  return rows
}

/** A table without rows and columns that hold nothing. */
function compact(table: readonly (readonly string[])[]): string[][] {
  const rows = table
    .map((row) => Array.from(row, (cell) => cell ?? ''))
    .filter((row) => row.some(Boolean))
  const width = Math.max(0, ...rows.map((row) => row.length))
  const used = Array.from({ length: width }, (_, at) => at).filter((at) =>
    rows.some((row) => row[at]),
  )
  return rows.map((row) => used.map((at) => row[at] ?? ''))
}

function tableScore(truth: string[][][], found: string[][][]): number | undefined {
  if (truth.length === 0) return undefined
  const shares = truth.map((table, at) => {
    const [expected, got] = [compact(table), compact(found[at] ?? [])]
    const right = expected.flatMap((row, y) => row.filter((cell, x) => got[y]?.[x] === cell)).length
    return right / Math.max(expected.flat().length, got.flat().length, 1)
  })
  return shares.reduce((sum, value) => sum + value, 0) / Math.max(truth.length, found.length)
}

function share<K extends string>(key: K, value: number | undefined): Partial<Record<K, number>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, number>)
}
