import type { Line, Rule } from '../model.ts'
import { CELL_GAP, hasGap } from './bands.ts'

/** What a table needs to know of its surroundings. */
export interface PageContext {
  rulesOf(page: number): readonly Rule[]
  isHeading(line: Line): boolean
}

/** Empty space between two rows that rules part, in parts of the type size. */
const RULED_ROW_MAX_GAP = 14
/** How far the left edges of one column may differ, in points. */
const ALIGNED_PT = 3
/** Space between the last line of a page and the first of the next, in parts of the type size. */
const PAGE_GAP = 1.6
/** Lines before a page break whose cells one after it may go on with. */
const LAST_LINES_COUNT = 12
/** How far above its first line a table does not go on, in parts of the type size. */
const COLUMN_JUMP = 3
/** How far above and below its lines the rules of a table are looked for. */
const RULE_REACH_PT = 40
/** Lines beside a table that are looked at, rows that show it to be one, and how far texts of one row stand apart, in type sizes. */
const BLOCK_MAX_LINES = 40
const ROWS_MIN_COUNT = 2
const SAME_HEIGHT = 0.3
/** Lines of code below a table that are looked at. */
const CODE_MAX_LINES = 40
const DOT_LEADERS = /\.{5,}|(?:\. ){5,}/

/** Lines that may belong to one table, with the rules around them. */
export interface Region {
  lines: Line[]
  rules: Rule[]
}

/**
 * Lines from `from` on that may belong to one table: those without a wide break. The next page is put
 * below its predecessor, so that a table may go on there.
 */
export function tableRegion(
  lines: readonly Line[],
  from: number,
  maxLines: number,
  { rulesOf, isHeading }: PageContext,
): Region {
  const region: Line[] = []
  const rules: Rule[] = []
  let shift = 0
  let right = 0
  let bottom = 0
  for (const [index, line] of lines.slice(from, from + maxLines).entries()) {
    if (line.table || (index > 0 && isHeading(line))) break
    if (DOT_LEADERS.test(line.text) || !line.upright) break
    if (isCodeBelow(lines, from + index, region)) break
    const before = region.at(-1)
    const isNewPage = before?.page !== line.page
    // Other margins, as of left and right pages: what goes on there is joined by its columns.
    if (isNewPage && before && !beginsLike(line, region)) break
    if (before && isNewPage) shift = bottom + before.size * PAGE_GAP - line.y
    if (isNewPage) {
      // What stands above the first line there parts nothing on the page before.
      const above = before ? line.y - line.size * PAGE_GAP : Number.NEGATIVE_INFINITY
      const own = rulesOf(line.page).filter(({ y }) => y > above)
      rules.push(...own.map((rule) => ({ ...rule, y: rule.y + shift })))
    }
    const y = line.y + shift
    if (before && !isNewPage && y < (region[0]?.y ?? y) - line.size * COLUMN_JUMP) break
    right = isNewPage ? line.right : right
    if (
      before &&
      line.x > right &&
      y < before.y - line.size &&
      isOther(lines.slice(from + index, from + index + BLOCK_MAX_LINES), region, shift)
    )
      break
    right = Math.max(right, line.right)
    bottom = Math.max(bottom, y)
    if (before && y - before.y > Math.max(line.size, before.size) * RULED_ROW_MAX_GAP) break
    region.push(
      shift === 0
        ? line
        : { ...line, y, spans: line.spans.map((span) => ({ ...span, y: span.y + shift })) },
    )
  }
  const top = region[0]?.y ?? 0
  const end = bottom + RULE_REACH_PT
  return {
    lines: region,
    rules: rules.filter(({ y }) => y > top - RULE_REACH_PT && y < end),
  }
}

/**
 * Whether lines to the right of all rows, to which the stream goes up, are no column of these: they have rows of their own, or stand
 * at other heights.
 */
function isOther(lines: readonly Line[], region: readonly Line[], shift: number): boolean {
  const [first] = lines
  if (!first) return false
  const rows = region.filter((line) => line.page === first.page && hasGap(line, CELL_GAP))
  if (rows.filter(({ y }) => y > first.y + shift + first.size / 2).length < ROWS_MIN_COUNT)
    return false
  const end = lines.findIndex((line) => line.page !== first.page || line.x < first.x - first.size)
  const block = end === -1 ? lines : lines.slice(0, end)
  if (block.filter((line) => hasGap(line, CELL_GAP)).length >= ROWS_MIN_COUNT) return true
  const beside = block.filter(({ y, size }) =>
    rows.some((row) => Math.abs(row.y - y - shift) < size * SAME_HEIGHT),
  )
  return beside.length * 2 < block.length
}

/**
 * Whether code begins there below a table: at its left edge, under a text that is no code, and nothing stands beside it, to which the
 * stream would go up from the last of its lines.
 */
function isCodeBelow(lines: readonly Line[], index: number, region: readonly Line[]): boolean {
  const line = lines[index] as Line
  const isAtLeft = ({ x }: Line): boolean => Math.abs(x - (region[0]?.x ?? x)) < ALIGNED_PT
  if (!line.mono || !isAtLeft(line) || region.findLast(isAtLeft)?.mono !== false) return false
  if (hasGap(line, CELL_GAP)) return false
  const below = lines.slice(index, index + CODE_MAX_LINES)
  const end = below.findIndex(({ mono, y }, at) => !mono || y <= (below[at - 1]?.y ?? 0))
  const [last, next] = [below[end - 1], below[end]]
  return !last || !next || next.page !== last.page || next.y > last.y
}

/** Whether a line on a new page begins where the table does, or one of the cells of its last lines: a page break may cut a cell. */
function beginsLike(line: Line, region: readonly Line[]): boolean {
  if (Math.abs(line.x - (region[0]?.x ?? line.x)) <= line.size) return true
  const last = region.slice(-LAST_LINES_COUNT).flatMap(({ spans }) => spans)
  return last.some(({ x }) => Math.abs(x - line.x) < ALIGNED_PT)
}
