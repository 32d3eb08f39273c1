import type { Span } from '../model.ts'
import type { Writing } from './annotations.ts'

/** Writings of one page for which the place beside their label is looked for. */
const PLACED_MAX_COUNT = 1_000
/** Type of a value beside which nothing is written, in points, and in parts of the height of its field. */
const SIZE_MAX_PT = 11
const SIZE_SHARE = 0.7
/** Space between two notes, and height of one, in parts of the type size. */
const NOTE_LEADING = 2
const LINE_HEIGHT = 1.5
/** How far above a field its label may end, in parts of the type size. */
const LABEL_ABOVE = 2
/** How far beside a field its label may stand, in parts of the type size. */
const LABEL_BESIDE = 25

/**
 * Puts what stands on a page without being drawn by it among the spans: values after their labels ("Name: Ada"), boxes before them,
 * text where it stands, notes at the end of the page.
 */
export function withWritings(spans: readonly Span[], writings: readonly Writing[]): Span[] {
  if (writings.length === 0) return [...spans]
  const placed = [...spans]
  const isNote = ({ kind }: Writing): boolean => kind === 'note'
  const inOrder = writings
    .filter((writing) => !isNote(writing))
    .toSorted((a, b) => a.top - b.top || a.x - b.x)
  const size = usualSize(spans)
  for (const writing of inOrder.slice(0, PLACED_MAX_COUNT)) place(placed, writing, spans, size)
  placed.push(...inOrder.slice(PLACED_MAX_COUNT).flatMap((writing) => spansOf(writing, size)))
  const bottom = Math.max(0, ...placed.map(({ y }) => y))
  for (const [index, note] of writings.filter(isNote).entries()) {
    const top = bottom + (index + 1) * size * NOTE_LEADING
    placed.push(...spansOf({ ...note, top, bottom: top + size * LINE_HEIGHT }, size))
  }
  return placed
}

function place(placed: Span[], writing: Writing, drawn: readonly Span[], size: number): void {
  const beside = placed.filter((span) => span.upright && isBeside(span, writing))
  const left = nearest(
    beside.filter((span) => (span.x + span.right) / 2 < writing.x),
    (span) => writing.x - span.right,
  )
  const right = nearest(
    beside.filter((span) => span.x >= writing.right - 2),
    (span) => span.x - writing.right,
  )
  if (writing.kind === 'box' && right) {
    placed.splice(placed.indexOf(right), 0, { ...onLineOf(right, writing), spaced: right.spaced })
    placed[placed.indexOf(right)] = { ...right, spaced: true }
    return
  }
  if (left) {
    const [first, ...more] = spansOf(writing, size)
    if (!first) return
    const line = { ...onLineOf(left, writing), text: first.text }
    placed.splice(placed.indexOf(left) + 1, 0, line, ...more)
    return
  }
  const isNamed = writing.kind === 'text' || drawn.some((span) => isLabelAbove(span, writing))
  const named =
    isNamed || writing.name === '' ? writing : { ...writing, text: nameAndText(writing) }
  const next = placed.findIndex((span) => span.upright && span.y > writing.bottom)
  placed.splice(next === -1 ? placed.length : next, 0, ...spansOf(named, size))
}

function nameAndText({ kind, name, text }: Writing): string {
  return kind === 'box' ? `${text} ${name}` : `${name}: ${text}`
}

function isBeside({ y, size, x, right }: Span, writing: Writing): boolean {
  const isLevel = y > writing.top && y - size * 0.6 < writing.bottom
  const gap = Math.max(writing.x - right, x - writing.right)
  return isLevel && gap < size * LABEL_BESIDE
}

function isLabelAbove({ x, right, y, size }: Span, writing: Writing): boolean {
  const above = writing.top - y
  return above > -size && above < size * LABEL_ABOVE && right > writing.x && x < writing.right
}

function nearest(spans: readonly Span[], distance: (span: Span) => number): Span | undefined {
  return spans.toSorted((a, b) => distance(a) - distance(b))[0]
}

function onLineOf({ y, size, line }: Span, writing: Writing): Span {
  const { text, x, right } = writing
  return { ...PLAIN, text, x, right, y, size, ...(line === undefined ? {} : { line }) }
}

const PLAIN = {
  bold: false,
  italic: false,
  mono: false,
  url: undefined,
  spaced: true,
  upright: true,
  contentId: undefined,
}

/** The size in which most of the page is set. */
function usualSize(spans: readonly Span[]): number {
  const sizes = spans.map(({ size }) => size).toSorted((a, b) => a - b)
  return Math.min(SIZE_MAX_PT, sizes[Math.floor(sizes.length / 2)] ?? SIZE_MAX_PT)
}

/** The lines of a writing, from the top of its place. */
function spansOf({ text, x, right, top, bottom }: Writing, usual: number): Span[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const height = Math.max(1, bottom - top) / Math.max(1, lines.length)
  const size = Math.min(usual, height * SIZE_SHARE)
  return lines.map((line, index) => ({
    ...PLAIN,
    text: line.trim(),
    x,
    right,
    y: top + index * height + (height + size) / 2 - size * 0.15,
    size,
  }))
}
