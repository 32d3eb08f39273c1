import { foldText } from '../../lib/fold-text.ts'
import { findWord } from '../../lib/words-in.ts'

/** Rows of a table with the words that were looked for, under its head. */
export interface TableExcerpt {
  text: string
  /** Where the first of the rows begins in the piece of the table. */
  at: number
}

interface Row {
  line: string
  at: number
  words: number
}

/**
 * The rows of a piece of a table that have most of the words, under the head of the table, in about as many characters as given:
 * of wide rows the first cell and those with the words are shown. Undefined where no row has any.
 */
export function findTableRows(
  piece: string,
  head: string,
  words: readonly string[],
  maxChars: number,
): TableExcerpt | undefined {
  const rows = rowsOf(piece, words)
  const most = Math.max(0, ...rows.map((row) => row.words))
  const best = rows.filter((row) => row.words === most)
  const first = best[0]
  if (!first || most === 0) return undefined
  const lines = head.trimEnd().split('\n')
  if (head.length + first.line.length > maxChars) {
    const columns = columnsWith(first.line, lines[0] ?? '', words, maxChars)
    return {
      text: [...lines, first.line].map((line) => narrowed(line, columns)).join('\n'),
      at: first.at,
    }
  }
  let left = maxChars - head.length
  for (const { line } of best) {
    left -= line.length + 1
    if (left < -1) break
    lines.push(line)
  }
  return { text: lines.join('\n'), at: first.at }
}

function rowsOf(piece: string, words: readonly string[]): Row[] {
  let at = 0
  return piece.split('\n').map((line) => {
    const row = { line, at, words: countWords(line, words) }
    at += line.length + 1
    return row
  })
}

function countWords(text: string, words: readonly string[]): number {
  const folded = foldText(text)
  return words.filter((word) => findWord(folded, word) !== -1).length
}

/** The columns of a row to show: its first, those with words in the row or its head, then those beside them while there is room. */
function columnsWith(
  line: string,
  head: string,
  words: readonly string[],
  maxChars: number,
): ReadonlySet<number> {
  const [cells, names] = [cellsOf(line), cellsOf(head)]
  const found = cells.flatMap((cell, column) =>
    countWords(`${cell} ${names[column] ?? ''}`, words) > 0 ? [column] : [],
  )
  const beside = found.flatMap((column) => [column + 1, column - 1])
  const columns = new Set<number>()
  let left = maxChars
  for (const column of [0, ...found, ...beside]) {
    const cell = cells[column]
    if (cell === undefined || columns.has(column)) continue
    left -= cell.length + (names[column]?.length ?? 0) + 12
    if (left < 0 && columns.size > 1) break
    columns.add(column)
  }
  return columns
}

function narrowed(line: string, columns: ReadonlySet<number>): string {
  return `|${cellsOf(line)
    .filter((_, column) => columns.has(column))
    .join('|')}|`
}

/** The cells of a row as they are written, with the blanks around them. */
function cellsOf(line: string): string[] {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
}
