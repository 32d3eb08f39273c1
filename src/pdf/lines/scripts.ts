import { scriptText } from '../../markup/html/raised-text.ts'
import type { Span } from '../model.ts'

/** Size of raised and lowered parts over that of their text; what is smaller is no part of it. */
const SMALLER = 0.86
const SMALLEST = 0.35
/** How far small parts stand above or below the baseline at least, those of equal size, and all of them at most, in parts of the type size. */
const RAISED = 0.12
const LOWERED = 0.08
const SHIFTED = 0.18
const SHIFT_MAX = 0.8
/** Gap between a part and its text, in parts of the type size. */
const GAP = 0.2
/** Longer parts are lines in small print. */
const PART_MAX_CHARS = 24

/** Whether two spans touch, one after the other. */
export function isAttached(before: Span, span: Span): boolean {
  if (span.spaced) return false
  const gap = span.x - before.right
  const size = Math.max(before.size, span.size)
  return gap < size * GAP && gap > -size * GAP
}

/** Whether a span may be a raised or lowered part of the one before it, or that one of it. */
export function isScriptOf(one: Span, other: Span): boolean {
  const shift = Math.abs(one.y - other.y)
  return shift <= Math.max(one.size, other.size) * SHIFT_MAX && isAttached(one, other)
}

/** Whether a span stands raised before a word of the line that the last one is of. */
export function isLeading(last: Span, span: Span, next: Span | undefined): boolean {
  if (!next || span.text.length > PART_MAX_CHARS || !last.upright || !span.upright) return false
  const { size, x, right } = last
  return (
    Math.abs(next.y - last.y) < size * LOWERED &&
    Math.abs(span.y - last.y) <= size * SHIFT_MAX &&
    span.x > right &&
    span.x < right + Math.max(size, right - x) &&
    isAttached(span, next)
  )
}

/** The span that holds the text of a line: what it raises or lowers may be longer. */
export function baseOf(spans: readonly Span[], longest: Span): Span {
  let base = longest
  for (const span of spans) {
    const isLarger = base.size < span.size * SMALLER && base.size > span.size * SMALLEST
    const shift = Math.abs(base.y - span.y)
    const isShifted = shift > span.size * LOWERED && shift < span.size * SHIFT_MAX
    if (isLarger && isShifted && longest.text.length <= PART_MAX_CHARS) base = span
  }
  return base
}

/**
 * Marks the raised and lowered parts of a line, each of which touches its text or another part, and puts them on the baseline: for
 * whoever looks for lines and rows they stand where their text stands.
 */
export function markScripts(spans: readonly Span[]): void {
  let text: Span | undefined
  for (const [index, span] of spans.entries()) {
    const before = spans[index - 1]
    const next = spans[index + 1]
    const follows = before !== undefined && isAttached(before, span)
    if (!follows) text = next && mayLead(span, next, spans[index + 2]) ? next : undefined
    const script = text && text !== span ? scriptOf(span, text) : undefined
    if (text && script) {
      span.script = script
      span.y = text.y
    } else if (span.script === undefined) text = span
  }
}

/**
 * Whether a part may stand before its text, as in `¹⁴C`. Of two of equal size the first may as well be the text: what follows them
 * stands where the text does, and isotopes are the only such parts.
 */
function mayLead(span: Span, next: Span, after: Span | undefined): boolean {
  if (!isAttached(span, next)) return false
  if (span.size < next.size * SMALLER) return true
  if (after && Math.abs(after.y - span.y) < Math.abs(after.y - next.y)) return false
  return /^[\d+−–-]+$/.test(span.text) && /^\p{Lu}/u.test(next.text)
}

function scriptOf(span: Span, { y, size }: Span): 'sup' | 'sub' | undefined {
  const down = span.y - y
  const shift = Math.abs(down) / size
  if (shift > SHIFT_MAX || span.mono || span.text.length > PART_MAX_CHARS) return undefined
  const isSmall = span.size < size * SMALLER
  if (span.size > size / SMALLER || span.size < size * SMALLEST) return undefined
  const least = isSmall ? (down < 0 ? RAISED : LOWERED) : SHIFTED
  return shift < least ? undefined : down < 0 ? 'sup' : 'sub'
}

/** Spans with their raised and lowered parts written as one each: `10⁶`, `H₂O`, `x^(2a)`. */
export function withScripts(spans: readonly Span[]): readonly Span[] {
  if (!spans.some(({ script }) => script !== undefined)) return spans
  const written: Span[] = []
  for (let at = 0; at < spans.length;) {
    const span = spans[at] as Span
    let end = at + 1
    if (span.script !== undefined && span.note === undefined) {
      while (end < spans.length && goesOn(spans[end - 1] as Span, spans[end] as Span)) end += 1
      const group = spans.slice(at, end)
      const text = scriptText(span.script, group.map((one) => one.text).join(''))
      written.push({ ...span, text, right: group.at(-1)?.right ?? span.right })
    } else written.push(span)
    at = end
  }
  return written
}

function goesOn(before: Span, span: Span): boolean {
  return (
    span.script === before.script &&
    span.note === undefined &&
    !span.spaced &&
    span.url === before.url
  )
}
