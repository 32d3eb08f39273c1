import type { Line } from '../model.ts'
import type { Bookmark } from './outline.ts'

const HEADING_MAX_CHARS = 220
const HEADING_MAX_LINES = 5
/** Headings may name a piece of code; longer lines of it are code in large type. */
const CODE_HEADING_MAX_CHARS = 60
const PROSE_LINE_MIN_CHARS = 30
const BOLD_HEADING_MAX_CHARS = 110
const LEVELS_MAX_COUNT = 6
const NUMBERED_HEADING_MAX_CHARS = 90
/** What stands before the name of a section: a Roman number, a letter, or numbers with points between. */
const NUMBERED = /^(?:[IVX]{1,5}\.|[A-Z]\.|\d{1,2}(?:\.\d{1,2}){0,3}\.?)\s+(.+)$/
/** A number of a section. */
const NUMBER = /^[\dIVX.]+$/
/** What begins with a bullet is an item of a list, however large. */
const BULLETED = /^[•●○◦▪■□▶►▸‣]\s/u
/** Type larger than that of the text by this factor is a heading. */
const LARGER = 1.1
/** Gap between two cells of a line, in parts of the type size. */
const CELL_GAP = 1
/** Lines around another among which cells of its row are, and how far these stand higher or lower, in parts of the type size. */
const ROW_LINES = 6
const ROW_SHIFT_MIN = 0.3
const ROW_SHIFT_MAX = 0.9
/** Longest step between two lines of one cell, in parts of the type size. */
const ROW_STEP = 1.45
/** Cells of a line that are no heading, whatever stands below. */
const HEAD_MIN_CELLS = 3
/** How far above and below the height that a bookmark names its heading may stand, in points. */
const ABOVE_PT = 14
const BELOW_PT = 75

/** Heading levels of lines; a heading of several lines is recorded at its first line, with their number. */
export type HeadingPlan = ReadonlyMap<Line, { level: number; lineCount: number }>

/** The size in which most characters of running text are set; short lines are mostly cells of tables. */
export function bodySize(lines: readonly Line[]): number {
  const text = lines.filter(({ mono }) => !mono)
  const prose = text.filter((line) => line.text.length >= PROSE_LINE_MIN_CHARS)
  const chars = new Map<number, number>()
  for (const line of prose.length > 0 ? prose : text) {
    const key = Math.round(line.size * 4) / 4
    chars.set(key, (chars.get(key) ?? 0) + line.text.length)
  }
  return [...chars].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 10
}

/** Where a bookmark leads, on an upright page. */
export interface Target extends Omit<Bookmark, 'y'> {
  /** Distance from the upper end of the page; absent when unknown. */
  y: number | undefined
}

/**
 * Finds the headings: lines that a bookmark names, with its level; besides them lines in larger type, and,
 * where there are no others, short bold lines on their own.
 */
export function planHeadings(lines: readonly Line[], targets: readonly Target[]): HeadingPlan {
  const body = bodySize(lines)
  const plan = fromBookmarks(lines, targets)
  const styles = levelsOfStyles(plan)
  const candidates = withoutProse(groupCandidates(lines, plan, body, styles))
  const sizes = distinctSizes(candidates)
  for (const { first, lineCount, isLarge, isNumbered, text } of candidates) {
    if (text.length > HEADING_MAX_CHARS) continue
    // Sections have Roman numbers, or no points in their numbers; what is below them has letters or points.
    const depth = isNumbered ? depthOf(text) : 0
    const level =
      styles.get(styleOf(first)) ??
      (styles.size > 0
        ? nearestLevel(first, styles)
        : isLarge
          ? sizes.indexOf(roundSize(first.size)) + 1
          : sizes.length + 1 + depth)
    plan.set(first, { level: Math.min(level, LEVELS_MAX_COUNT), lineCount })
  }
  return plan
}

function fromBookmarks(
  lines: readonly Line[],
  targets: readonly Target[],
): Map<Line, { level: number; lineCount: number }> {
  const plan = new Map<Line, { level: number; lineCount: number }>()
  const byPage = Map.groupBy(lines.entries(), ([, { page }]) => page)
  for (const { title, level, page, y } of targets) {
    const plainTitle = plain(title)
    if (plainTitle === '') continue
    let best: { line: Line; lineCount: number; distance: number } | undefined
    for (const [index, line] of byPage.get(page) ?? []) {
      if (plan.has(line) || line.table) continue
      const distance = y === undefined ? -line.size : line.y - y
      if (y !== undefined && (distance < -ABOVE_PT || distance > BELOW_PT)) continue
      if (best && Math.abs(distance) >= Math.abs(best.distance)) continue
      const lineCount = countMatching(lines, index, plainTitle)
      if (lineCount > 0) best = { line, lineCount, distance }
    }
    if (best) plan.set(best.line, { level, lineCount: best.lineCount })
  }
  return plan
}

/** How many lines from `index` on together are the title; 0 when they are not. */
function countMatching(lines: readonly Line[], index: number, plainTitle: string): number {
  let text = ''
  for (let count = 1; count <= HEADING_MAX_LINES; count += 1) {
    const line = lines[index + count - 1]
    if (!line || line.table) return 0
    text += plain(line.text)
    if (text === plainTitle || stripNumber(text) === plainTitle) return count
    if (!plainTitle.startsWith(text) && !plainTitle.startsWith(stripNumber(text))) return 0
  }
  return 0
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** Bookmarks often leave out the number that stands before the heading on the page. */
function stripNumber(text: string): string {
  return text.replace(/^\d{1,6}/, '')
}

function styleOf({ size, bold }: Line): string {
  return `${roundSize(size)} ${bold}`
}

function roundSize(size: number): number {
  return Math.round(size * 2) / 2
}

/** Which level the bookmarks most often give to a style. */
function levelsOfStyles(plan: HeadingPlan): Map<string, number> {
  const counts = new Map<string, Map<number, number>>()
  for (const [line, { level }] of plan) {
    const levels = counts.get(styleOf(line)) ?? new Map<number, number>()
    levels.set(level, (levels.get(level) ?? 0) + 1)
    counts.set(styleOf(line), levels)
  }
  return new Map(
    [...counts].map(([style, levels]) => [
      style,
      [...levels].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 1,
    ]),
  )
}

/** The level of the next larger style that a bookmark names, or of the next smaller one and one more. */
function nearestLevel({ size }: Line, styles: ReadonlyMap<string, number>): number {
  let level = 1
  for (const [style, known] of styles) {
    if (Number.parseFloat(style) > roundSize(size)) level = Math.max(level, known + 1)
  }
  return level
}

interface Candidate {
  first: Line
  lineCount: number
  isLarge: boolean
  isNumbered: boolean
  text: string
}

/** How deep the number of a section says that it is. */
function depthOf(text: string): number {
  const [number = ''] = text.split(' ', 1)
  if (/^[IVX]+\.$/.test(number)) return 0
  if (/^[A-Z]\.$/.test(number)) return 1
  return number.split('.').filter(Boolean).length - 1
}

/** Leaves out styles in which mostly sentences are set: a preface in larger type, a pull quote. */
function withoutProse(candidates: readonly Candidate[]): Candidate[] {
  const byStyle = Map.groupBy(candidates, ({ first }) => styleOf(first))
  return candidates.filter(({ first }) => {
    const alike = byStyle.get(styleOf(first)) ?? []
    const sentences = alike.filter(
      ({ text }) => text.length > HEADING_MAX_CHARS || (/[.,;:]$/.test(text) && text.length > 40),
    )
    return sentences.length <= alike.length / 3
  })
}

function groupCandidates(
  lines: readonly Line[],
  plan: HeadingPlan,
  body: number,
  styles: ReadonlyMap<string, number>,
): Candidate[] {
  const candidates: Candidate[] = []
  const smallest = Math.min(
    ...[...styles.keys()].map((style) => Number.parseFloat(style)),
    Number.MAX_VALUE,
  )
  const largeFrom = Math.max(body * LARGER, styles.size > 0 ? smallest - 0.3 : 0)
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as Line
    const planned = plan.get(line)
    if (planned) {
      index += planned.lineCount - 1
      continue
    }
    const isOther = isWithRows(lines, index)
    const isLarge =
      !isOther &&
      isLargeLine(line, largeFrom) &&
      !isHeadOfTable(line, lines.slice(index + 1, index + ROW_LINES))
    const isBold = !isOther && !isLarge && isBoldHeading(lines, index, styles)
    const isNumbered = !isLarge && !isBold && isNumberedHeading(lines, index)
    if (!isLarge && !isBold && !isNumbered) continue
    let lineCount = 1
    // Text in the same type follows a numbered heading.
    const mostLines = isNumbered ? 1 : HEADING_MAX_LINES
    while (lineCount < mostLines && goesOn(lines, index + lineCount, plan)) lineCount += 1
    const group = lines.slice(index, index + lineCount)
    const text = group.map((one) => one.text).join(' ')
    candidates.push({ first: line, lineCount, isLarge, isNumbered, text })
    index += lineCount - 1
  }
  return candidates
}

function isLargeLine({ size, mono, text, upright }: Line, from: number): boolean {
  if (mono && text.length > CODE_HEADING_MAX_CHARS) return false
  // On slides, items are larger than those below them.
  if (BULLETED.test(text)) return false
  return size >= from && upright && /\p{L}.*[\p{L}\p{N}]|\p{Lo}/u.test(text)
}

function goesOn(lines: readonly Line[], index: number, plan: HeadingPlan): boolean {
  const line = lines[index]
  const before = lines[index - 1]
  if (!line || !before || line.table || plan.has(line) || line.page !== before.page) return false
  const down = line.y - before.y
  return (
    Math.abs(line.size - before.size) < 0.3 &&
    line.bold === before.bold &&
    down > 0 &&
    down < line.size * 1.6
  )
}

/** A bold line of normal size that stands apart from the text above it and is no sentence. */
function isBoldHeading(
  lines: readonly Line[],
  index: number,
  styles: ReadonlyMap<string, number>,
): boolean {
  const line = lines[index] as Line
  if (!line.bold || line.text.length > BOLD_HEADING_MAX_CHARS) return false
  const below = lines[index + 1]
  if (!standsAlone(lines, index) || !below) return false
  if (styles.size > 0 && !styles.has(styleOf(line))) return false
  if (!below.bold || below.page !== line.page) return true
  // A title over the first section.
  const isFirst = lines[index - 1]?.page !== line.page
  return isFirst && isApart(line, below) && standsAlone(lines, index + 1) && !lines[index + 2]?.bold
}

/** A line with a number, in capitals or italic, that stands apart: as papers set their sections. */
function isNumberedHeading(lines: readonly Line[], index: number): boolean {
  const line = lines[index] as Line
  if (line.bold || line.text.length > NUMBERED_HEADING_MAX_CHARS) return false
  const [, rest] = NUMBERED.exec(line.text) ?? []
  if (rest === undefined || !standsAlone(lines, index)) return false
  const isCapitals = /\p{Lu}{2}/u.test(rest) && !/\p{Ll}/u.test(rest)
  const words = line.spans.filter(({ text }) => /\p{L}{2}/u.test(text))
  const isItalic = words.length > 0 && words.every(({ italic }) => italic)
  return (
    isCapitals || isItalic || (/^[IVX]+\./.test(line.text) && isCentered(line, lines[index + 1]))
  )
}

/** Whether a line stands in the middle over the one below it. */
function isCentered(line: Line, below: Line | undefined): boolean {
  if (!below || below.page !== line.page) return false
  const shift = (line.x + line.right - below.x - below.right) / 2
  return line.x > below.x + line.size * 2 && Math.abs(shift) < line.size * 1.5
}

/** Whether a line is one of cells: of many, or over a line of cells. */
function isHeadOfTable(line: Line, below: readonly Line[]): boolean {
  const count = countCells(line)
  if (count >= HEAD_MIN_CELLS) return true
  const [next] = below
  if (count < 2 || !next) return false
  if (countCells(next) > 1) return true
  // The first rows may have blanks.
  const [, second] = line.spans
  const isRow = (other: Line): boolean => other.page === line.page && countCells(other) === count
  return !NUMBER.test(line.spans[0]?.text ?? '') && second !== undefined && below.some(isRow)
}

/** Whether a near line stands beside a line, somewhat higher or lower: cells of one row in the middle of its height. */
function isCellOfRow(lines: readonly Line[], index: number): boolean {
  const line = lines[index] as Line
  return lines.slice(Math.max(0, index - ROW_LINES), index + ROW_LINES).some((other) => {
    if (other.page !== line.page || (other.x < line.right && other.right > line.x)) return false
    const shift = Math.abs(other.y - line.y) / line.size
    return shift > ROW_SHIFT_MIN && shift < ROW_SHIFT_MAX
  })
}

/**
 * Whether a line is a row below others, goes on with a cell of the one above it, or stands between two rows as they stand below each
 * other: as their name.
 */
function isWithRows(lines: readonly Line[], index: number): boolean {
  const [above, line, below] = [lines[index - 1], lines[index] as Line, lines[index + 1]]
  if (isRowOf(line, lines.slice(Math.max(0, index - ROW_LINES), index))) return true
  if (above?.page !== line.page || above.size !== line.size || countCells(above) < 2) return false
  const step = line.y - above.y
  if (step > 0 && step < line.size * ROW_STEP && above.bold === line.bold)
    return above.spans.some(({ x }) => Math.abs(x - line.x) < 1)
  if (below?.page !== line.page || below.size !== line.size || countCells(below) < 2) return false
  return Math.abs(below.y - line.y - step) < line.size * ROW_SHIFT_MIN
}

/** Whether cells of a line begin where those of others above do; sections begin with their numbers. */
function isRowOf(line: Line, above: readonly Line[]): boolean {
  if (countCells(line) < 2) return false
  const isSection = NUMBER.test(line.spans[0]?.text ?? '')
  return above.some((other) => {
    if (other.page !== line.page || other.size !== line.size) return false
    if (isSection && countCells(other) < HEAD_MIN_CELLS) return false
    const shared = line.spans.filter(({ x }) =>
      other.spans.some((span) => Math.abs(span.x - x) < 1),
    )
    return shared.length > 1
  })
}

/** Whether a line is neither a sentence nor code nor a row, and has space around it. */
function standsAlone(lines: readonly Line[], index: number): boolean {
  const line = lines[index] as Line
  const below = lines[index + 1]
  if (line.mono || !line.upright || !below) return false
  if (/[.,;:!]$/.test(line.text) || !/\p{L}{2}/u.test(line.text)) return false
  if (isHeadOfTable(line, lines.slice(index + 1, index + ROW_LINES)) || isCellOfRow(lines, index))
    return false
  const above = lines[index - 1]
  const isAlone = Math.abs(below.y - line.y) > line.size * 0.5 || below.page !== line.page
  return isAlone && (above === undefined || isApart(above, line))
}

/** Whether a line stands further below another than lines of one text do. */
function isApart(above: Line, line: Line): boolean {
  return above.page !== line.page || line.y - above.y > line.size * 1.45 || line.y < above.y
}

/** Stretches of a line that wide gaps part: the head of a table is no heading. */
function countCells({ spans, size }: Line): number {
  return spans.reduce((count, { x }, index) => {
    const before = spans[index - 1]
    return before && x - before.right > size * CELL_GAP ? count + 1 : count
  }, 1)
}

function distinctSizes(candidates: readonly Candidate[]): number[] {
  const sizes = candidates
    .filter(({ isLarge }) => isLarge)
    .map(({ first }) => roundSize(first.size))
  return [...new Set(sizes)].toSorted((a, b) => b - a)
}
