import { isVirtual, rowsOf, scrolledBoxes } from './lacks.ts'

/** What holds lists of links and the like, and texts that are scrolled. */
const BESIDE = 'nav,header,footer,aside,[role=navigation],[role=menu],pre,textarea,select'
const ROWS_MIN_COUNT = 3

/**
 * Scrolls lists that have windows of their own to their ends, where those that grow do so, and returns how many rows they had. What
 * shows those rows alone that are seen is left where it is.
 */
export function scrollLists(): number {
  let count = 0
  for (const box of scrolledBoxes()) {
    const { length } = rowsOf(box)
    if (length < ROWS_MIN_COUNT || box.closest(BESIDE) !== null || isVirtual(box)) continue
    count += length
    box.scrollTop = box.scrollHeight
  }
  return count
}
