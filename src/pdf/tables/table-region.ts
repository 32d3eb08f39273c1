import type { Line, Rule } from '../model.ts'

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
/** Lines around another among which the cells of its row are, and how far their baselines may differ, in parts of the type size. */
const NEAR_LINES = 12
const SAME_HEIGHT = 0.6
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
  for (const [index, line] of lines.slice(from, from + maxLines).entries()) {
    if (line.table || (index > 0 && isHeading(line))) break
    if (DOT_LEADERS.test(line.text) || !line.upright) break
    if (line.mono && region[0]?.mono === false && isAlone(lines, from + index)) break
    const before = region.at(-1)
    const isNewPage = before?.page !== line.page
    // Other margins, as of left and right pages: what goes on there is joined by its columns.
    if (isNewPage && before && !beginsLike(line, region)) break
    if (before && isNewPage) shift = before.y + before.size * PAGE_GAP - line.y
    if (isNewPage) {
      // What stands above the first line there parts nothing on the page before.
      const above = before ? line.y - line.size * PAGE_GAP : Number.NEGATIVE_INFINITY
      const own = rulesOf(line.page).filter(({ y }) => y > above)
      rules.push(...own.map((rule) => ({ ...rule, y: rule.y + shift })))
    }
    const y = line.y + shift
    if (before && !isNewPage && y < (region[0]?.y ?? y) - line.size * COLUMN_JUMP) break
    if (before && y - before.y > Math.max(line.size, before.size) * RULED_ROW_MAX_GAP) break
    region.push(
      shift === 0
        ? line
        : { ...line, y, spans: line.spans.map((span) => ({ ...span, y: span.y + shift })) },
    )
  }
  const top = region[0]?.y ?? 0
  const bottom = (region.at(-1)?.y ?? 0) + RULE_REACH_PT
  return {
    lines: region,
    rules: rules.filter(({ y }) => y > top - RULE_REACH_PT && y < bottom),
  }
}

/** Whether nothing but code stands at the height of a line: it is no cell of a table of text. */
function isAlone(lines: readonly Line[], index: number): boolean {
  const { y, size } = lines[index] as Line
  return lines
    .slice(Math.max(0, index - NEAR_LINES), index + NEAR_LINES)
    .every((line) => line.mono || Math.abs(line.y - y) > size * SAME_HEIGHT)
}

/** Whether a line on a new page begins where the table does, or one of the cells of its last lines: a page break may cut a cell. */
function beginsLike(line: Line, region: readonly Line[]): boolean {
  if (Math.abs(line.x - (region[0]?.x ?? line.x)) <= line.size) return true
  const last = region.slice(-LAST_LINES_COUNT).flatMap(({ spans }) => spans)
  return last.some(({ x }) => Math.abs(x - line.x) < ALIGNED_PT)
}
