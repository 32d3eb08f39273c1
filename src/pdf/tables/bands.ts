import { markerOf } from '../lines/markers.ts'
import type { Line, Rule, Span } from '../model.ts'

/** Spans on one baseline, from left to right. */
export interface Band {
  page: number
  y: number
  size: number
  spans: Span[]
  /** Where each span ends; the marker of a list item reaches up to its text. */
  ends: number[]
  /** Whether each span is a text of its own, however near the one before it: it was drawn apart from it. */
  apart: boolean[]
}

/** A band whose texts are put into columns. */
export interface FittedBand extends Band {
  /** The spans of each column. */
  cells: Span[][]
  /** A text runs through several columns. */
  isCrossing: boolean
}

/** How far the baselines of one band may differ, in parts of the type size. */
const BAND_SHIFT = 0.3
/** Space that parts two cells by itself, in parts of the type size. */
export const CELL_GAP = 0.95
/** Space between two texts that were drawn apart, in parts of the type size. */
const NEAR_GAP = 0.1
/** Space that parts two cells after the marker of a list item, in parts of the type size. */
const MARKER_GAP = 2.4
/** Widest blank of a type whose characters are of one width, in characters: places are rounded. */
const CODE_BLANK = 1.2
const LABEL = /^[[(]\w{1,4}[\])][.:]?$/

/** Groups what stands on lines into bands, from above downwards. */
export function toBands(lines: readonly Line[]): Band[] {
  const bands: Band[] = []
  const spans = lines.flatMap((line) => line.spans.map((span) => ({ span, page: line.page })))
  const starts = new Set(lines.flatMap((line) => line.spans.slice(0, 1)))
  for (const { span, page } of spans.toSorted((a, b) => a.span.y - b.span.y)) {
    const band = bands.at(-1)
    const isSame = band && span.y - band.y < Math.max(span.size, band.size) * BAND_SHIFT
    if (isSame && band.page === page) {
      band.spans.push(span)
      band.size = Math.max(band.size, span.size)
    } else bands.push({ page, y: span.y, size: span.size, spans: [span], ends: [], apart: [] })
  }
  for (const band of bands) {
    band.spans.sort((a, b) => a.x - b.x)
    band.ends = endsOf(band.spans)
    band.apart = band.spans.map((span, index) => {
      const before = band.spans[index - 1]
      if (!before) return false
      // What begins a line of its own goes on with no other text.
      const isStart = starts.has(span) && span.x - before.right > span.size * NEAR_GAP
      return span.isApart === true || isStart
    })
  }
  return bands
}

/** Where each span ends; markers of list items reach up to their text, words of code to the next of them. */
function endsOf(spans: readonly Span[]): number[] {
  let isLabel = true
  return spans.map((span, index) => {
    const next = spans[index + 1]
    isLabel &&= isMarker(span.text)
    const most = isLabel ? span.size * MARKER_GAP : codeBlankOf(span, next)
    return next && next.x - span.right < most ? next.x : span.right
  })
}

/** The widest space between words of code: one character, which is wider than in other type; 0 where one of both is no code. */
function codeBlankOf(span: Span, next: Span | undefined): number {
  if (!span.mono || !next?.mono) return 0
  return ((span.right - span.x) / span.text.length) * CODE_BLANK
}

/** Whether a text is nothing but the marker or number of an entry. */
export function isMarker(text: string): boolean {
  return markerOf(text)?.length === text.length || LABEL.test(text)
}

/** Whether a space in the band is wide enough for two cells. */
export function hasCells({ spans, ends, apart, size }: Band): boolean {
  return spans.some(
    (span, index) =>
      index > 0 && (apart[index] || span.x - (ends[index - 1] ?? 0) > size * CELL_GAP),
  )
}

/** Whether more space than so many type sizes, or a cut, parts two texts of a line. */
export function hasGap({ spans, size }: Line, least: number): boolean {
  return spans.some((span, index) => {
    const before = spans[index - 1]
    return before !== undefined && (span.isApart || span.x - before.right > size * least)
  })
}

/** Number of columns in which a band has text. */
export function filledOf({ cells }: FittedBand): number {
  return cells.filter((cell) => cell.length > 0).length
}

/** Where the last text of a band ends. */
export function rightOf({ spans }: Band): number {
  return Math.max(...spans.map(({ right }) => right))
}

/** Whether a rule runs between two bands over half of both. */
export function isRuledBetween(upper: Band, lower: Band, rules: readonly Rule[]): boolean {
  const x = Math.min(upper.spans[0]?.x ?? 0, lower.spans[0]?.x ?? 0)
  const right = Math.max(rightOf(upper), rightOf(lower))
  const covered = rules
    .filter(({ y }) => y > upper.y - 1 && y < lower.y - lower.size * 0.5)
    .reduce((sum, rule) => sum + Math.max(0, Math.min(rule.right, right) - Math.max(rule.x, x)), 0)
  return covered > (right - x) / 2
}
