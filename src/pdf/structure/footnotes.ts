import { makeLine } from '../lines/lines.ts'
import type { Block, Line, Run, Span } from '../model.ts'
import { bodySize } from './headings.ts'

/** A footnote: the lines at the foot of its page, without its mark. */
export interface Footnote {
  page: number
  label: string
  lines: Line[]
}

/** What a mark looks like. */
const MARK = /^(?:\d{1,3}|[*†‡§¶])$/
/** What a power stands at: ten, or a unit of length. */
const POWER = /(?:^|[\s×·*])10$|(?:^|[\s\d/·])(?:[kcdmµn]?m|ft|in|yd|s)$/u
/** What a note begins with. */
const START = /^(\d{1,3}|[*†‡§¶])(?:[.)](?=\s|$)|(?=\s|$))\s*/
/** How much smaller than its line a mark is, and how far above the line it stands, in parts of the size of the line. */
const MARK_SIZE = 0.85
const RAISED = 0.15
/** How far from the end of its line a mark may stand, in parts of the type size. */
const MARK_DISTANCE = 0.3
/** Size of notes over that of the text; larger ones must stand apart. */
const NOTE_SIZE = 0.95
const APART = 1.5
/** Distance of the lines of one note, in parts of the type size. */
const LEADING = 1.7
/** A line that stands higher than the one before it by so many lines begins another column. */
const JUMP_LINES = 3
const NOTES_MAX_COUNT = 2_000
const NOTE_MAX_LINES = 12

/**
 * Takes footnotes out of lines in reading order, where a raised mark in the text of the page names them; the marks are marked as
 * such. What names no note stays as it is.
 */
export function takeFootnotes(lines: readonly Line[]): { lines: Line[]; notes: Footnote[] } {
  const body = bodySize(lines)
  const notes: Footnote[] = []
  const names = new Set<string>()
  const kept: Line[] = []
  for (const [page, all] of Map.groupBy(lines, (line) => line.page)) {
    const own = withLooseMarks(all)
    const marks = marksOf(own)
    const found =
      marks.size === 0 ? [] : columnsOf(own).flatMap((column) => notesAtEnd(column, marks, body))
    const taken = new Set(found.flatMap((note) => note.drawn))
    const tied = new Map<Span, string>()
    for (const { label, lines: text } of found) {
      const name = names.has(label) ? `${label}-p${page}` : label
      names.add(name)
      for (const mark of marks.get(label) ?? []) tied.set(mark, name)
      notes.push({ page, label: name, lines: text })
    }
    kept.push(...own.filter((line) => !taken.has(line)).map((line) => withMarks(line, tied)))
  }
  return { lines: kept, notes }
}

/** Marks that were drawn apart from their line, at its end. */
function withLooseMarks(lines: readonly Line[]): Line[] {
  const loose = lines.filter(({ spans, text }) => spans.length === 1 && MARK.test(text))
  const ends = new Map<Line, Line>()
  for (const mark of loose.slice(0, NOTES_MAX_COUNT)) {
    const line = lines.find(
      ({ right, y, size }) =>
        Math.abs(mark.x - right) < size * MARK_DISTANCE &&
        mark.size <= size * MARK_SIZE &&
        mark.y < y - size * RAISED &&
        mark.y > y - size,
    )
    if (line && !ends.has(line)) ends.set(line, mark)
  }
  const moved = new Set(ends.values())
  return lines.flatMap((line) => {
    if (moved.has(line)) return []
    const mark = ends.get(line)
    return mark ? [makeLine(line.page, [...line.spans, ...mark.spans])] : [line]
  })
}

/** The raised marks of a page, by their text. */
function marksOf(lines: readonly Line[]): Map<string, Span[]> {
  const marks = new Map<string, Span[]>()
  for (const { spans, size, y } of lines) {
    for (const [index, span] of spans.entries()) {
      const isRaised =
        span.script === 'sup' || (span.size <= size * MARK_SIZE && span.y < y - size * RAISED)
      if (index === 0 || !isRaised || !MARK.test(span.text)) continue
      const before = spans[index - 1]
      // Powers and units are no marks.
      if (span.math || before?.math || POWER.test(before?.text ?? '')) continue
      marks.set(span.text, [...(marks.get(span.text) ?? []), span])
    }
  }
  return marks
}

function columnsOf(lines: readonly Line[]): Line[][] {
  const columns: Line[][] = []
  for (const line of lines) {
    const last = columns.at(-1)?.at(-1)
    if (last && line.y > last.y - line.size * JUMP_LINES) columns.at(-1)?.push(line)
    else columns.push([line])
  }
  return columns
}

interface DrawnNote {
  label: string
  lines: Line[]
  /** The lines as the page has them. */
  drawn: Line[]
}

/** The notes that a column ends with. */
function notesAtEnd(
  lines: readonly Line[],
  marks: ReadonlyMap<string, Span[]>,
  body: number,
): DrawnNote[] {
  const notes: DrawnNote[] = []
  let end = lines.length
  for (let at = lines.length - 1; at >= 0 && notes.length < NOTES_MAX_COUNT; at -= 1) {
    const line = lines[at] as Line
    const below = lines[at + 1]
    if (line.table || (at + 1 < end && below && !isNear(line, below))) break
    const start = startOf(line, lines[at + 1], marks)
    if (start === undefined) {
      if (end - at > NOTE_MAX_LINES) break
      continue
    }
    const above = lines[at - 1]
    const isApart = !above || line.y - above.y > line.size * APART
    if (line.size > body * NOTE_SIZE && !isApart) break
    const drawn = lines.slice(at, end)
    const [, ...more] = start.isAlone ? drawn.slice(1) : drawn
    notes.unshift({ label: start.label, lines: [start.rest, ...more], drawn })
    end = at
  }
  return notes
}

function isNear(line: Line, below: Line): boolean {
  return below.y - line.y < Math.max(line.size, below.size) * LEADING
}

/** The label that a line begins with, where the page has its mark further up, and what follows it. */
function startOf(
  line: Line,
  below: Line | undefined,
  marks: ReadonlyMap<string, Span[]>,
): { label: string; rest: Line; isAlone: boolean } | undefined {
  const [first] = line.spans
  // A raised label stands close to its text.
  const isRaised = MARK.test(first?.text ?? '') && (first?.size ?? 0) <= line.size * MARK_SIZE
  const [whole, label = ''] = isRaised ? [first?.text, first?.text] : (START.exec(line.text) ?? [])
  if (whole === undefined) return undefined
  const isNamed = marks.get(label)?.some((mark) => mark.y < line.y - line.size)
  if (!isNamed) return undefined
  const isAlone = line.spans.length === 1 && whole.length === line.text.length
  if (isAlone) return below ? { label, rest: below, isAlone } : undefined
  return { label, rest: withoutLabel(line, whole.trim().length), isAlone }
}

function withoutLabel(line: Line, length: number): Line {
  const [first, ...others] = line.spans
  if (!first) return line
  const text = first.text.slice(length).trim()
  const spans = text === '' ? others : [{ ...first, text }, ...others]
  return { ...line, spans, text: line.text.slice(length).trim() }
}

function withMarks(line: Line, tied: ReadonlyMap<Span, string>): Line {
  if (!line.spans.some((span) => tied.has(span))) return line
  const spans = line.spans.map((span) => {
    const note = tied.get(span)
    return note === undefined ? span : { ...span, note, spaced: false }
  })
  return { ...line, spans }
}

/** Puts each note after the block that its mark stands in; those without one come last. */
export function withNotes(blocks: readonly Block[], notes: readonly Block[]): Block[] {
  const waiting = new Map(
    notes.flatMap((note) => (note.kind === 'note' ? [[note.label, note] as const] : [])),
  )
  const placed = blocks.flatMap((block) => {
    const own = labelsIn(block).flatMap((label) => {
      const note = waiting.get(label)
      waiting.delete(label)
      return note ? [note] : []
    })
    return [block, ...own]
  })
  return [...placed, ...waiting.values()]
}

/** The notes that a block names; blocks in blocks are looked through without recursion. */
function labelsIn(block: Block): string[] {
  const labels: string[] = []
  const open: Block[] = [block]
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'list') open.push(...next.items.flatMap(({ blocks }) => blocks).toReversed())
    else if (next.kind === 'quote') open.push(...next.blocks.toReversed())
    else for (const { note } of runsOf(next)) if (note !== undefined) labels.push(note)
  }
  return labels
}

function runsOf(block: Block): readonly Run[] {
  if (block.kind === 'table') return block.rows.flat(2)
  return 'runs' in block ? block.runs : []
}
