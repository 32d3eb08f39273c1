import type { Line, Span } from '../model.ts'
import { baseOf, isLeading, isScriptOf, markScripts } from './scripts.ts'

/** Gap between spans, in parts of the type size, that is a space although none was drawn. */
const SPACE_GAP = 0.2
/** How far a raised or lowered span may be from the baseline, in parts of the larger size. */
const BASELINE_SHIFT = 0.4
const SAME_BASELINE_SHIFT = 0.2

/** Spans before another whose sizes tell how far it may be raised. */
const NEAR_SPANS = 8

/** Groups spans into lines, in the order in which they were drawn. */
export function toLines(page: number, spans: readonly Span[]): Line[] {
  const groups: Span[][] = []
  for (const [index, span] of spans.entries()) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const next = spans[index + 1]
    if (group && last && (continues(group, last, span) || isLeading(last, span, next)))
      group.push(span)
    else groups.push([span])
  }
  return groups.map((group) => {
    markScripts(group)
    return makeLine(page, group)
  })
}

function continues(group: readonly Span[], last: Span, span: Span): boolean {
  if (!last.upright || !span.upright) return false
  if (last.line !== undefined && span.line !== undefined) return last.line === span.line
  const first = group[0] as Span
  if (span.x < last.right - largestOf(group, span)) return false
  if (isScriptOf(last, span)) return true
  const nearest = Math.min(Math.abs(span.y - first.y), Math.abs(span.y - last.y))
  const shift = span.size === last.size ? SAME_BASELINE_SHIFT : BASELINE_SHIFT
  return nearest <= largestOf(group, span) * shift
}

/** The size of the largest of a span and those before it. */
function largestOf(group: readonly Span[], span: Span): number {
  let largest = span.size
  for (let at = Math.max(0, group.length - NEAR_SPANS); at < group.length; at += 1)
    largest = Math.max(largest, group[at]?.size ?? 0)
  return largest
}

/** A line of spans that stand on one baseline. */
export function makeLine(page: number, spans: Span[]): Line {
  const { x, right, y, size } = mainSpan(spans)
  const text = joinSpans(spans)
  const line = { page, spans, x, right, y, size, text, bold: true, mono: true, upright: true }
  for (const span of spans) {
    line.x = Math.min(line.x, span.x)
    line.right = Math.max(line.right, span.right)
    line.bold &&= span.bold || !/[\p{L}\p{N}]/u.test(span.text)
    line.mono &&= span.mono
    line.upright &&= span.upright
  }
  return line
}

/** The span that holds most text in its size, and no raised or lowered part of another. */
function mainSpan(spans: readonly Span[]): Span {
  let best = spans[0] as Span
  for (const span of spans) if (span.text.length > best.text.length) best = span
  return baseOf(spans, best)
}

/** Whether white space parts a span from the one before it on its line. */
export function isSpaced(before: Span, span: Span): boolean {
  if (span.spaced) return true
  const gap = Math.min(Math.abs(span.x - before.right), Math.abs(before.x - span.right))
  return gap > SPACE_GAP * Math.max(span.size, before.size)
}

/** The text of spans of one line. */
export function joinSpans(spans: readonly Span[]): string {
  let text = ''
  for (const [index, span] of spans.entries()) {
    const before = spans[index - 1]
    if (before && isSpaced(before, span)) text += ' '
    text += span.text
  }
  return text
}
