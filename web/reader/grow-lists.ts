import { AROUND } from './controls.ts'
import { isVirtual, rowsOf, scrolledBoxes } from './lacks.ts'

/** What holds lists of links and the like, and texts that are scrolled. */
const BESIDE = `${AROUND},aside,[role=menu],pre,textarea,select`
const ROWS_MIN_COUNT = 3
const BOXES_MAX_COUNT = 6

/** Lists that have windows of their own; not those that show those rows alone that are seen. */
function growingBoxes(): Element[] {
  return scrolledBoxes()
    .filter((box) => !box.closest(BESIDE))
    .filter((box) => rowsOf(box).length >= ROWS_MIN_COUNT && !isVirtual(box))
    .slice(0, BOXES_MAX_COUNT)
}

/** Scrolls lists to their ends, where those that grow do so; whether there are any. */
export function scrollToEnds(): boolean {
  const boxes = growingBoxes()
  for (const box of boxes) box.scrollTop = box.scrollHeight
  return boxes.length > 0
}

/** Scrolls them back. */
export function scrollToStarts(): void {
  for (const box of growingBoxes()) box.scrollTop = 0
}
