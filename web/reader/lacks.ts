import { controlsWithoutText, moreButtons } from './controls.ts'

/** What a page has that is not in its document until somebody opens it, or scrolls to it. */
export interface Lacks {
  /** Folds and tabs that are closed, and have nothing in them yet. */
  folds: number
  /** Rows that are there, of how many; 0 of 0 where the page does not say. */
  rows: number
  allRows: number
  /** Whether a list goes on where it is scrolled, or behind a button. */
  goesOn: boolean
}

/** Pixels of a list that is scrolled by itself, and how many times higher than its window. */
const LIST_MIN_PX = 120
const LIST_MIN_TIMES = 1.5
/** Share of the height of a list in which rows stand: less is a list that shows those alone that are seen. */
const FILLED_MIN_SHARE = 0.6
const BOXES_MAX_COUNT = 3_000
const ROWS_LOOKED_AT_MAX_COUNT = 200
const ROW = '[role=row],[role=listitem],[role=option],[role=article],tr,li'

/** Boxes that are scrolled by themselves, outermost first. */
export function scrolledBoxes(): Element[] {
  const found: Element[] = []
  const all = document.body?.getElementsByTagName('*') ?? []
  for (let at = 0; at < Math.min(all.length, BOXES_MAX_COUNT); at += 1) {
    const element = all[at]
    if (!element || element.clientHeight < LIST_MIN_PX) continue
    if (element.scrollHeight < element.clientHeight * LIST_MIN_TIMES) continue
    if (/^(?:auto|scroll|overlay)$/.test(getComputedStyle(element).overflowY)) found.push(element)
  }
  return found
}

/** Whether a box holds only those of its rows that are seen now. */
export function isVirtual(box: Element): boolean {
  let filledPx = 0
  for (const row of rowsOf(box)) filledPx += row.getBoundingClientRect().height
  return filledPx < box.scrollHeight * FILLED_MIN_SHARE
}

/** The rows of a list: the children of the element in it of which most stand below each other. */
export function rowsOf(box: Element): Element[] {
  let rows = rowsIn(box)
  let most = topsOf(rows)
  for (const element of [...box.querySelectorAll('*')].slice(0, BOXES_MAX_COUNT)) {
    if (element.childElementCount <= most) continue
    const found = rowsIn(element)
    const tops = topsOf(found)
    if (tops > most) [rows, most] = [found, tops]
  }
  return rows
}

function rowsIn(list: Element): Element[] {
  return [...list.children].filter((child) => /\S/.test(child.textContent))
}

function topsOf(rows: readonly Element[]): number {
  const some = rows.slice(0, ROWS_LOOKED_AT_MAX_COUNT)
  return new Set(some.map((row) => Math.round(row.getBoundingClientRect().top))).size
}

/** Lists of the window that hold only those of their rows that are seen now: they are higher than these. */
export function virtualLists(): Element[] {
  const all = document.body?.getElementsByTagName('*') ?? []
  return [...all].slice(0, BOXES_MAX_COUNT).filter((element) => {
    if (element.childElementCount < 3 || element.clientHeight < innerHeight * LIST_MIN_TIMES)
      return false
    let filledPx = 0
    for (const row of rowsIn(element)) filledPx += row.getBoundingClientRect().height
    return filledPx > 0 && filledPx < element.clientHeight * FILLED_MIN_SHARE
  })
}

/** What the page says of the number of its rows, where it has fewer. */
function saidRows(): { rows: number; allRows: number } {
  const table = document.querySelector('[aria-rowcount]')
  const all = Number(table?.getAttribute('aria-rowcount') ?? 0)
  const item = table ? null : document.querySelector('[aria-setsize][aria-posinset]')
  const list = table ?? item?.parentElement
  const allRows = all > 0 ? all : Number(item?.getAttribute('aria-setsize') ?? 0)
  const rows = list ? list.querySelectorAll(table ? '[role=row],tr' : ROW).length : 0
  return allRows > rows ? { rows, allRows } : { rows: 0, allRows: 0 }
}

/** What a page lacks until somebody opens it. */
export function measureLacks(): Lacks {
  return {
    ...saidRows(),
    folds: controlsWithoutText().length,
    goesOn:
      moreButtons().length > 0 ||
      virtualLists().length > 0 ||
      scrolledBoxes().some((box) => rowsOf(box).length > 2 && isVirtual(box)),
  }
}
