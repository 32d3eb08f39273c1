import type { Span } from '../model.ts'
import {
  bracketFit,
  type Direction,
  isRightToLeft,
  mirrored,
  type Placed,
  toReadingOrder,
} from './bidi.ts'
import { PLAIN_STYLE } from './font-style.ts'
import type { Glyph } from './glyphs.ts'

/** How far from its line a character may stand, in parts of the type size. */
const BASELINE_SHIFT = 0.3
/** Gap that is a blank although none was drawn, in parts of the type size. */
const SPACE_GAP = 0.2
const WIDE_SPACE_GAP = 0.6
const NARROW_BLANK = 0.05
/** What stands between letters without being seen. */
const JOINERS = /^[\u200B-\u200D]+$/
/** Gap between two cells or columns, in parts of the type size. */
const CELL_GAP = 1.6
/** A bullet, which stands for itself however near its text is. */
const BULLET = /^[•●○◦▪■□‣]$/u
const PRESENTATION_FORMS = /[\uFB00-\uFB06\uFB1D-\uFDFF\uFE70-\uFEFC]+/gu

/** How characters become spans. */
export interface SpanOptions {
  /** What the ids of marked content begin with, where the page has any. */
  idStart: string | undefined
  artifactId: string
}

/** Whether most letters of a text are written from right to left. */
export function isMostlyRightToLeft(texts: readonly string[]): boolean {
  let left = 0
  let right = 0
  for (const char of texts.join('')) {
    if (isRightToLeft(char)) right += 1
    else if (/\p{L}/u.test(char)) left += 1
  }
  return right > left
}

/** A stretch of characters on one line without a wide gap, from left to right, and their order of reading. */
interface Segment {
  line: number
  glyphs: Glyph[]
  placed: Placed[]
}

/**
 * The spans of a page with text from right to left, in the order of reading on each line; `base` is the direction of the page. What
 * fonts hold as forms of letters becomes letters (NFKC).
 */
export function spansOfGlyphs(
  glyphs: readonly Glyph[],
  base: Direction,
  options: SpanOptions,
): Span[] {
  const segments = visualLines(glyphs).flatMap((line, index) => segmentsOf(line, index, base))
  const turned = (segment: Segment, isMirrored: boolean): string[] =>
    segment.placed
      .filter(({ direction }) => direction === 'rtl')
      .map(({ index }) => segment.glyphs[index]?.text ?? '')
      .map((text) => (isMirrored ? mirrored(text) : text))
  const fit = (isMirrored: boolean): number =>
    segments.reduce((sum, segment) => sum + bracketFit(turned(segment, isMirrored)), 0)
  // Some producers name the bracket that is seen, others the one that was typed.
  const isMirrored = fit(true) >= fit(false)
  return segments.flatMap((segment) => toSpans(segment, isMirrored, options))
}

/** Characters drawn one after the other on one baseline, from left to right. */
function visualLines(glyphs: readonly Glyph[]): Glyph[][] {
  const lines: Glyph[][] = []
  let last: Glyph | undefined
  for (const glyph of glyphs) {
    if (glyph.text === '' || glyph.size === 0) continue
    const line = lines.at(-1)
    const first = line?.[0]
    const reach = Math.max(glyph.size, last?.size ?? 0) * BASELINE_SHIFT
    const isSame =
      first && last && Math.min(Math.abs(glyph.y - first.y), Math.abs(glyph.y - last.y)) <= reach
    if (line && isSame) line.push(glyph)
    else lines.push([glyph])
    last = glyph
  }
  return lines.map(inPlace)
}

/** Sorts a line by place, marks behind the letters over or under which they stand. */
function inPlace(line: readonly Glyph[]): Glyph[] {
  const isMark = ({ text }: Glyph): boolean => /^\p{M}+$/u.test(text)
  const bases = line
    .filter((glyph) => !isMark(glyph))
    .map((glyph) => ({ ...glyph }))
    .toSorted((a, b) => a.x + a.right - b.x - b.right)
  if (bases.length === 0) return line.map((glyph) => ({ ...glyph }))
  for (const mark of line.filter(isMark)) {
    const middle = (mark.x + mark.right) / 2
    const distance = ({ x, right }: Glyph): number => Math.max(x - middle, middle - right, 0)
    let nearest = bases[0] as Glyph
    for (const base of bases) if (distance(base) < distance(nearest)) nearest = base
    nearest.text += mark.text
  }
  return bases
}

function segmentsOf(line: readonly Glyph[], index: number, base: Direction): Segment[] {
  const segments: Glyph[][] = []
  // Where blanks are drawn, letters that do not join only stand apart.
  const hasBlanks = line.some(({ text }, at) => text.trim() === '' && !isCovered(line, at))
  const spaceGap = hasBlanks ? WIDE_SPACE_GAP : SPACE_GAP
  for (const [at, glyph] of line.entries()) {
    const segment = segments.at(-1)
    const last = segment?.at(-1)
    const isBlank = glyph.text.trim() === ''
    if (!segment || !last) {
      if (!isBlank) segments.push([glyph])
      continue
    }
    const gap = glyph.x - last.right
    if (JOINERS.test(glyph.text) || (isBlank && isCovered(line, at))) placeJoiner(line, at)
    else if (gap > Math.max(glyph.size, last.size) * CELL_GAP) {
      if (!isBlank) segments.push([glyph])
    } else {
      const isSpaced = isBlank || last.text.trim() === ''
      if (!isSpaced && gap > glyph.size * spaceGap) segment.push(blankBetween(last, glyph))
      segment.push(isBlank ? { ...glyph, text: ' ' } : glyph)
    }
  }
  const ordered = base === 'rtl' ? segments.toReversed() : segments
  return ordered.map((glyphs) => {
    const texts = glyphs.map(({ text }) => text)
    return { line: index, glyphs, placed: toReadingOrder(texts, directionOf(texts, base)) }
  })
}

/**
 * Puts what keeps two letters from joining between them: at the border of two letters with which one of its edges agrees. It is read
 * after the letter right of it; beside anything but letters it says nothing.
 */
function placeJoiner(line: readonly Glyph[], at: number): void {
  const { x, right, size } = line[at] as Glyph
  const [before, next] = [line[at - 1], line[at + 1]]
  const isNear = (one: number | undefined, other: number): boolean =>
    one !== undefined && Math.abs(one - other) < size * NARROW_BLANK
  const isAfter = before !== undefined && isNear(before.x, x) && !isNear(before.right, right)
  const [left, other] = isAfter
    ? [line[at - 2], before]
    : isNear(next?.right, right)
      ? [next, line[at + 2]]
      : [before, next]
  if (left && isRightToLeft(left.text) && isRightToLeft(other?.text ?? '')) {
    left.text = `\u200C${left.text}`
  }
}

/** Whether a blank takes no room of its own: it only keeps letters from joining. */
function isCovered(line: readonly Glyph[], at: number): boolean {
  const { x, right, size } = line[at] as Glyph
  const before = line[at - 1]
  const next = line[at + 1]
  const room = Math.min(right, next?.x ?? right) - Math.max(x, before?.right ?? x)
  return room < size * NARROW_BLANK
}

function blankBetween(last: Glyph, next: Glyph): Glyph {
  return { ...last, text: ' ', x: last.right, right: next.x }
}

/** A line of a page from right to left runs that way, unless it has letters and all are Latin; on other pages, most letters tell. */
function directionOf(texts: readonly string[], base: Direction): Direction {
  const hasRight = texts.some(isRightToLeft)
  if (!hasRight && texts.some((text) => /\p{L}/u.test(text))) return 'ltr'
  if (base === 'rtl') return 'rtl'
  return hasRight && isMostlyRightToLeft(texts) ? 'rtl' : 'ltr'
}

function toSpans(
  { line, glyphs, placed }: Segment,
  isMirrored: boolean,
  options: SpanOptions,
): Span[] {
  const spans: Span[] = []
  let last: { glyph: Glyph; direction: Direction } | undefined
  for (const { index, direction } of placed) {
    const glyph = glyphs[index] as Glyph
    const text = isMirrored && direction === 'rtl' ? mirrored(glyph.text) : glyph.text
    const span = spans.at(-1)
    if (span && last && isAlike(last, { glyph, direction })) {
      span.text += text
      span.x = Math.min(span.x, glyph.x)
      span.right = Math.max(span.right, glyph.right)
    } else spans.push(spanOf(glyph, text, line, options))
    last = { glyph, direction }
  }
  return trimmed(spans)
}

function isAlike(
  a: { glyph: Glyph; direction: Direction },
  b: { glyph: Glyph; direction: Direction },
): boolean {
  return (
    a.direction === b.direction &&
    a.glyph.font?.id === b.glyph.font?.id &&
    a.glyph.contentNumber === b.glyph.contentNumber &&
    Math.abs(a.glyph.size - b.glyph.size) < 0.1
  )
}

function spanOf(glyph: Glyph, text: string, line: number, ids: SpanOptions): Span {
  const { x, right, y, size, font, contentNumber, isArtifact } = glyph
  const hasId = contentNumber !== undefined && ids.idStart !== undefined
  return {
    text,
    x,
    right,
    y,
    size,
    ...(font?.style ?? PLAIN_STYLE),
    url: undefined,
    spaced: false,
    upright: true,
    contentId: isArtifact ? ids.artifactId : hasId ? `${ids.idStart}${contentNumber}` : undefined,
    line,
  }
}

/** Spans without blanks at their ends, which become what parts them. */
function trimmed(spans: readonly Span[]): Span[] {
  const kept: Span[] = []
  let isSpaced = false
  for (const span of spans) {
    const text = span.text.replaceAll(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'))
    const core = text.trim()
    if (BULLET.test(kept.at(-1)?.text ?? '') && kept.length === 1) isSpaced = true
    if (core !== '') kept.push({ ...span, text: core, spaced: isSpaced || /^\s/.test(text) })
    isSpaced = core === '' ? true : /\s$/.test(text)
  }
  return kept
}

/** Things in a mirror: text from right to left then stands like text from left to right, in columns and tables too. */
export function mirrorAcross<T extends { x: number; right: number }>(
  things: readonly T[],
  width: number,
): T[] {
  return things.map((thing) => ({ ...thing, x: width - thing.right, right: width - thing.x }))
}
