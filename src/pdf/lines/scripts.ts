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

/** Marks the raised and lowered parts of a line: each touches its text, or another part. */
export function markScripts(spans: readonly Span[], base: Span): void {
  if (spans.length < 2) return
  for (const [index, span] of spans.entries()) {
    const script = scriptOf(span, base)
    if (script === undefined) continue
    const before = spans[index - 1]
    const next = spans[index + 1]
    const isPart =
      (before !== undefined && isAttached(before, span)) ||
      (next !== undefined && isAttached(span, next))
    if (isPart) span.script = script
  }
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
  return span.script === before.script && span.note === undefined && !span.spaced && span.url === before.url
}
