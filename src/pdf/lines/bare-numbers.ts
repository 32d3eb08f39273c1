import type { Line } from '../model.ts'
import type { Marker } from './markers.ts'

/** Space behind the number of an item, in parts of the type size. */
const GAP = 0.7
/** How far the numbers and the texts of one list may stand apart, in points. */
const PLACE_PT = 2
/** Lines of one item. */
const ITEM_MAX_LINES = 12

interface Numbered {
  line: Line
  at: number
  value: number
  x: number
  right: number
  textX: number
}

/** Numbers without a point before the items of a list: they stand apart from their texts, below each other, and count from one. */
export function findBareNumbers(lines: readonly Line[]): ReadonlyMap<Line, Marker> {
  const found = new Map<Line, Marker>()
  let last: Numbered | undefined
  for (const [at, line] of lines.entries()) {
    const numbered = numberedLine(line, at)
    if (!numbered) continue
    if (last && goesOn(last, numbered))
      for (const one of [last, numbered]) found.set(one.line, markerOf(one))
    else if (numbered.value !== 1) continue
    last = numbered
  }
  return found
}

function numberedLine(line: Line, at: number): Numbered | undefined {
  const [number, text] = line.spans
  if (!number || !text || !line.upright || line.table || !/^\d{1,3}$/.test(number.text))
    return undefined
  if (text.x - number.right < text.size * GAP) return undefined
  return { line, at, value: Number(number.text), x: number.x, right: number.right, textX: text.x }
}

function goesOn(last: Numbered, next: Numbered): boolean {
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= PLACE_PT
  const isBelow = isNear(last.x, next.x) || isNear(last.right, next.right)
  return (
    next.value === last.value + 1 &&
    next.at - last.at <= ITEM_MAX_LINES &&
    isNear(last.textX, next.textX) &&
    isBelow
  )
}

function markerOf({ value }: Numbered): Marker {
  return { marker: `${value}.`, length: String(value).length + 1 }
}
