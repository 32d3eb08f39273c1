import { type Matrix, multiply } from '../glyphs/rules.ts'
import type { Item, TextItem } from '../glyphs/text-items.ts'
import type { Span } from '../model.ts'

/** Which way the lines of a page run, where not to the right. */
export type Turn = 'down' | 'up' | 'back'

/** Share of the characters of a page that have to run one way. */
const TURNED_SHARE = 0.6
/** How far beside the one above a character of a column may stand, and how far below, in parts of the type size. */
const COLUMN_SHIFT = 0.4
const COLUMN_STEP_MIN = 0.5
const COLUMN_STEP_MAX = 2
/** Part of a full-width character that is below its baseline. */
const DESCENT = 0.12
/** Gap in a column that parts no words, in parts of the type size. */
const COLUMN_GAP = 0.6
const FULL_WIDTH =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u2014-\u2026\u2500-\u257F\u3000-\u303F\u30A0-\u30FF\uFE10-\uFE4F\uFF00-\uFFEF]+$/u

/** Which way most text of a page runs; undefined where it is to the right. Characters that stand below each other run downwards. */
export function turnOf(items: readonly Item[], upright: Matrix): Turn | undefined {
  const counts = { right: 0, down: 0, up: 0, back: 0 }
  let last: { item: TextItem; m: Matrix } | undefined
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue
    const m = multiply(upright, item.transform)
    const isBelow = last !== undefined && isUpright(m) && isInColumn(last, { item, m })
    const way = item.font.isVertical && isUpright(m) ? 'down' : isBelow ? 'down' : wayOf(m)
    counts[way] += item.str.length
    last = { item, m }
  }
  const all = counts.right + counts.down + counts.up + counts.back
  return (['down', 'up', 'back'] as const).find((way) => counts[way] > all * TURNED_SHARE)
}

function wayOf([a, b]: Matrix): Turn | 'right' {
  if (Math.abs(a) >= Math.abs(b)) return a < 0 ? 'back' : 'right'
  return b > 0 ? 'down' : 'up'
}

function isUpright([a, b, c, d]: Matrix): boolean {
  return a > 0 && Math.abs(b) < 0.1 * Math.hypot(c, d)
}

function isInColumn(
  above: { item: TextItem; m: Matrix },
  { item, m }: { item: TextItem; m: Matrix },
): boolean {
  const size = Math.hypot(m[2], m[3])
  const step = (m[5] - above.m[5]) / size
  if (Math.abs(m[4] - above.m[4]) >= size * COLUMN_SHIFT) return false
  if (step <= COLUMN_STEP_MIN || step >= COLUMN_STEP_MAX) return false
  const text = item.str.trim()
  return text.length <= 2 && FULL_WIDTH.test(text)
}

/** The page with its lines running to the right. */
export function turnedPage(
  turn: Turn,
  { upright, width, height }: { upright: Matrix; width: number; height: number },
): { upright: Matrix; width: number; height: number } {
  const turns: Readonly<Record<Turn, Matrix>> = {
    down: [0, -1, 1, 0, 0, width],
    up: [0, 1, -1, 0, height, 0],
    back: [-1, 0, 0, -1, width, height],
  }
  const isAside = turn !== 'back'
  return {
    upright: multiply(turns[turn], upright),
    width: isAside ? height : width,
    height: isAside ? width : height,
  }
}

/** Whether an item of a page whose lines run downwards stands upright there; `m` is its place on the turned page. */
export function isStacked({ str, font }: TextItem, m: Matrix): boolean {
  const stands = m[1] < 0 && Math.abs(m[0]) < 0.1 * Math.abs(m[1])
  return stands && (font.isVertical || FULL_WIDTH.test(str.trim()))
}

/** Where characters that stand below each other are on the turned page, on which they run to the right. */
export function stackedSpan(
  { str, font, height }: TextItem,
  m: Matrix,
): Pick<Span, 'text' | 'x' | 'right' | 'y' | 'size'> {
  const size = Math.hypot(m[2], m[3]) || 1
  const text = str.trim()
  // A vertical font hangs from the middle of its upper edge.
  if (font.isVertical) {
    return { text, x: m[4], right: m[4] + height, y: m[5] + size * (0.5 - DESCENT), size }
  }
  const x = m[4] - size * (1 - DESCENT)
  return { text, x, right: x + size, y: m[5] - size * DESCENT, size }
}

/** Whether a span goes on in the column of another, so that both are one. */
export function continuesStack(before: Span | undefined, span: Span): before is Span {
  if (!before || before.size !== span.size || before.contentId !== span.contentId) return false
  const gap = span.x - before.right
  return (
    Math.abs(span.y - before.y) < span.size * COLUMN_SHIFT &&
    gap > -span.size * COLUMN_GAP &&
    gap < span.size * COLUMN_GAP
  )
}
