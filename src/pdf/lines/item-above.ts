import type { Line } from '../model.ts'
import { markerOf } from './markers.ts'
import { isClose, type SetInContext } from './set-in.ts'

/** Lines above that may be those of an item. */
const ITEM_MAX_LINES = 60
/** How far from a text that was drawn apart from its marker lines below it begin, in parts of the type size. */
const DRAWN_MISS = 0.4

/** The item of a list above whose text begins at the indent of a line, and how far to the right of its column it goes. */
export function findItemAbove(
  lines: readonly Line[],
  index: number,
  { columnOf }: SetInContext,
): { at: number; edge: number } | undefined {
  const line = lines[index] as Line
  const indent = line.x - columnOf(line).left
  let edge = 0
  for (let at = index - 1; at >= Math.max(0, index - ITEM_MAX_LINES); at -= 1) {
    const above = lines[at] as Line
    const { left } = columnOf(above)
    const marker = markerOf(above.text)
    edge = Math.max(edge, above.right - left)
    if (marker) {
      const { start, miss } = textStart(above, marker.length)
      const isAligned = Math.abs(start - left - indent) < line.size * miss
      return isAligned ? { at, edge } : undefined
    }
    if (above.x - left < indent - line.size) return undefined
  }
  return undefined
}

/** Where the text of an item begins, and what that may miss, in parts of the type size. */
function textStart({ spans, x }: Line, length: number): { start: number; miss: number } {
  const [first, next] = spans
  if (!first) return { start: x, miss: 1 }
  if (first.text.length <= length) return { start: next?.x ?? first.right, miss: DRAWN_MISS }
  return { start: first.x + ((first.right - first.x) * length) / first.text.length, miss: 1 }
}

/** Whether no space parts an item from the one before it: then its list has no items of several paragraphs. */
export function isOfTightList(
  lines: readonly Line[],
  at: number,
  { columnOf, leading }: SetInContext,
): boolean {
  const [item, above] = [lines[at] as Line, lines[at - 1]]
  if (!above || columnOf(above).id !== columnOf(item).id) return false
  if (!isClose(above, item, leading)) return false
  return markerOf(above.text) !== undefined || above.x - columnOf(above).left > above.size
}
