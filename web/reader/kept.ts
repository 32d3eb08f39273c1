import { rowsOf } from './lacks.ts'

const ROWS_MAX_COUNT = 2_000
const PIECES_MAX_COUNT = 200
/** Rows that have left a page from which its list shows those alone that are seen; fewer have changed. */
const GONE_MIN_COUNT = 3

/** Something that was seen, with where it stood. */
interface Piece {
  after: Element
  copy: Node
  text: string
}

const pieces: Piece[] = []
const rows = new Map<Element, Map<string, Node>>()

/** Remembers what is seen now: what is opened next may take its place. */
export function keep(after: Element, shown: Element): void {
  const text = shown.textContent.trim()
  if (text === '' || pieces.length >= PIECES_MAX_COUNT || !shown.checkVisibility()) return
  if (pieces.some((piece) => piece.text === text)) return
  pieces.push({ after, copy: shown.cloneNode(true), text })
}

/** Remembers the rows of a list: those that leave the window may leave the page. Whether there are new ones. */
export function keepRows(box: Element): boolean {
  const kept = rows.get(box) ?? new Map<string, Node>()
  rows.set(box, kept)
  const before = kept.size
  for (const row of rowsOf(box)) {
    const key = row.textContent.trim()
    if (!kept.has(key) && kept.size < ROWS_MAX_COUNT) kept.set(key, row.cloneNode(true))
  }
  return kept.size > before
}

/** Puts what was remembered, and is not there any more, where it was. */
export function putBack(): void {
  for (const [box, kept] of rows) {
    const now = rowsOf(box)
    const keys = new Set(now.map((row) => row.textContent.trim()))
    if ([...kept.keys()].filter((key) => !keys.has(key)).length < GONE_MIN_COUNT) continue
    const list = now[0]?.parentElement ?? box
    const all = listOf([...kept.values()])
    if (list === document.body) list.append(all)
    else list.replaceWith(all)
  }
  const shown = wordsOf(document.body)
  for (const { after, copy, text } of pieces) {
    if (shown.includes(text)) continue
    if (after.isConnected) after.after(copy)
    else (document.querySelector('main') ?? document.body).append(copy)
  }
}

/** The text of a document without its scripts, which may hold what is not shown. */
function wordsOf(root: Node): string {
  const all = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let words = ''
  for (let text = all.nextNode(); text; text = all.nextNode()) {
    if (!/^(?:script|style)$/.test(text.parentElement?.localName ?? '')) words += text.textContent
  }
  return words
}

/** A list, or a part of a table, of rows that stood in different places of the window. */
function listOf(all: readonly Node[]): Element {
  const isTable = all.some((row) => row instanceof HTMLTableRowElement)
  const list = document.createElement(isTable ? 'tbody' : 'ul')
  for (const row of all) {
    if (row instanceof HTMLElement) row.style.cssText = 'position:static;transform:none'
    if (isTable || row instanceof HTMLLIElement) list.append(row)
    else {
      const item = document.createElement('li')
      item.append(row)
      list.append(item)
    }
  }
  return list
}
