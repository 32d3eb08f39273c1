import type { Line, Upright } from '../model.ts'
import type { Column } from './columns.ts'

/** How far left of its text a bar may stand, and how far beyond its lines it reaches, in parts of the type size. */
const BAR_DISTANCE = 3
const BAR_BEYOND = 4
const CUT_BAR_BEYOND = 6
/** How thick a bar is, where it stands at the left of a filled box. */
const THICK_MIN_PT = 1.5
const THICK_MAX_PT = 12
/** How far the sides of a frame differ in height at most, and uprights beyond which a page is a drawing. */
const SAME_HEIGHT_PT = 3
const UPRIGHTS_MAX_COUNT = 400
/** How far in the text begins, in parts of the type size. */
const INDENT_MIN = 0.5

/** Look-ups on the lines beside a bar. */
interface BarContext {
  columnOf(line: Line): Column
  barsOf(page: number): readonly Upright[]
}

/** Bars of a page that may stand beside quotations: uprights that are no sides of a table, or of a frame around text. */
export function findBars(
  verticalsOf: (page: number) => readonly Upright[],
): (page: number) => readonly Upright[] {
  const known = new Map<number, readonly Upright[]>()
  return (page) => {
    const bars = known.get(page) ?? withoutFrames(verticalsOf(page))
    known.set(page, bars)
    return bars
  }
}

/** Uprights that are alone at their height, or the right side of one that is thick; pages of drawings have none. */
function withoutFrames(verticals: readonly Upright[]): readonly Upright[] {
  if (verticals.length > UPRIGHTS_MAX_COUNT) return []
  return verticals.filter((one) => {
    const others = verticals.filter((other) => other !== one && isAsHigh(one, other))
    if (others.some(({ x }) => one.x - x > THICK_MIN_PT && one.x - x < THICK_MAX_PT)) return true
    return others.every(({ x }) => Math.abs(x - one.x) < THICK_MAX_PT)
  })
}

function isAsHigh(one: Upright, other: Upright): boolean {
  return (
    Math.abs(one.top - other.top) < SAME_HEIGHT_PT &&
    Math.abs(one.bottom - other.bottom) < SAME_HEIGHT_PT
  )
}

/** Whether a line stands inside a frame that is set in the column. */
export function isFramed(
  line: Line,
  {
    columnOf,
    verticalsOf,
  }: { columnOf(line: Line): Column; verticalsOf(page: number): readonly Upright[] },
): boolean {
  const { left } = columnOf(line)
  const sides = verticalsOf(line.page).filter(
    ({ x, top, bottom }) =>
      x > left - line.size && top < line.y && bottom > line.y - line.size * 0.3,
  )
  const before = sides.filter(({ x }) => x < line.x)
  return before.some(({ top, bottom }) =>
    sides.some((side) => side.x > line.x + line.size && side.top === top && side.bottom === bottom),
  )
}

/** How many lines from one on stand beside a bar that is as long as they are. */
export function countBeside(
  lines: readonly Line[],
  index: number,
  { columnOf, barsOf }: BarContext,
): number {
  const first = lines[index] as Line
  if (!first.upright || first.x - columnOf(first).left < first.size * INDENT_MIN) return 0
  for (const bar of barsOf(first.page)) {
    if (!begins(bar, first, lines[index - 1])) continue
    let end = index + 1
    while (end < lines.length && isBeside(lines[end] as Line, bar, lines[end - 1] as Line)) end += 1
    const beside = lines.slice(index, end)
    const distance = Math.min(...beside.map(({ x }) => x)) - bar.x
    const beyond = bar.bottom - (beside.at(-1) as Line).y
    // Where the rest had no room, it goes to the end of the page.
    const most = lines[end]?.page === first.page ? BAR_BEYOND : CUT_BAR_BEYOND
    if (distance < first.size * BAR_DISTANCE && beyond < first.size * most) return beside.length
  }
  return 0
}

/** Whether a bar begins between a line and the one above it. */
function begins(
  { right, top, bottom }: Upright,
  { page, x, y, size }: Line,
  above: Line | undefined,
): boolean {
  if (above?.page === page && above.y < y && above.y - size * 0.3 > top) return false
  return right < x && top < y - size * 0.3 && top > y - size * BAR_BEYOND && bottom > y - size * 0.3
}

function isBeside({ page, x, y, size }: Line, { right, bottom }: Upright, before: Line): boolean {
  return page === before.page && right < x && y > before.y - size && y - size * 0.3 < bottom
}
