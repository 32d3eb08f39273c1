import type { Vocabulary } from '../lines/hyphens.ts'
import { sameStyle } from '../lines/runs.ts'
import type { Block, ListItem, Run } from '../model.ts'
import type { Removed } from '../removed.ts'

/** The blocks of one page of a tagged document, and which items of lists have no label. */
export interface PageBlocks {
  blocks: Block[]
  unlabelled: ReadonlySet<ListItem>
}

/** Puts the pages together; what a page break cut is made whole: paragraphs, code, items, tables. */
export function joinPages(
  pages: readonly PageBlocks[],
  vocabulary: Vocabulary,
  report: (removed: Removed) => void,
): Block[] {
  const joined: Block[] = []
  for (const { blocks, unlabelled } of pages) {
    joinBlocks(joined, blocks, { unlabelled, vocabulary, report })
  }
  return joined
}

interface Joining {
  unlabelled: ReadonlySet<ListItem>
  vocabulary: Vocabulary
  report(removed: Removed): void
}

function joinBlocks(joined: Block[], blocks: readonly Block[], joining: Joining): void {
  const last = joined.at(-1)
  const [first, ...rest] = blocks
  if (!first) return
  if (last && goesOn(last, first, joining)) joined.push(...rest)
  else joined.push(...blocks)
}

/** Adds a block to the one before the page break when it is the rest of it. */
function goesOn(last: Block, first: Block, joining: Joining): boolean {
  const { unlabelled, vocabulary, report } = joining
  if (last.kind === 'paragraph' && first.kind === 'paragraph') {
    return joinRuns(last.runs, first.runs, vocabulary)
  }
  if (last.kind === 'code' && first.kind === 'code') {
    last.lines.push(...first.lines)
    return true
  }
  if (last.kind === 'table' && first.kind === 'table') {
    return joinTables(last.rows, first.rows, first.page, report)
  }
  if (last.kind === 'list' && first.kind === 'list') {
    const [item, ...items] = first.items
    const open = last.items.at(-1)
    if (!item || !open) return false
    const isRest = unlabelled.has(item)
    const follows = isRest || (item.marker === undefined) === (open.marker === undefined)
    if (!follows || (item.marker === '1.' && !isRest)) return false
    if (isRest) joinBlocks(open.blocks, item.blocks, joining)
    last.items.push(...(isRest ? items : first.items))
    return true
  }
  return false
}

function joinRuns(runs: Run[], rest: readonly Run[], vocabulary: Vocabulary): boolean {
  const last = runs.at(-1)
  const [first, ...others] = rest
  if (!last || !first) return false
  const end = last.text.trimEnd()
  const isOpen = !/[.!?:;。！？：]["”’')\]]?$/.test(end)
  if (!isOpen || !/^[\p{Ll}\p{N}(]/u.test(first.text)) return false
  const seam = vocabulary.seam(end, first.text)
  last.text = (seam === 'cut' ? end.slice(0, -1) : end) + (seam === 'space' ? ' ' : '')
  if (sameStyle(last, first)) {
    last.text += first.text
    runs.push(...others)
  } else runs.push(...rest)
  return true
}

/** Rows whose cells stand in other columns: `places` names that of each. */
export function atPlaces(
  rows: readonly Run[][][],
  places: readonly number[],
  width: number,
): Run[][][] {
  return rows.map((row) => {
    const cells = Array.from({ length: width }, (): Run[] => [])
    for (const [index, cell] of row.entries()) cells[places[index] ?? 0] = cell
    return cells
  })
}

/** Adds the rows of a table that goes on after a page break, without a repeated head, which is reported. */
export function joinTables(
  rows: Run[][][],
  rest: readonly Run[][][],
  page: number,
  report: (removed: Removed) => void,
): boolean {
  const width = Math.max(...rows.map((row) => row.length))
  if (width !== Math.max(...rest.map((row) => row.length))) return false
  const head = rowText(rows[0])
  const isRepeated = rowText(rest[0]) === head
  if (isRepeated) report({ kind: 'repeated_table_head', page, text: head })
  const more = isRepeated ? rest.slice(1) : rest
  const [first, ...others] = more
  const last = rows.at(-1)
  if (first && last && rows.length > 1 && isRestOfRow(first, last)) {
    for (const [column, runs] of first.entries()) joinCells(last, column, runs)
    rows.push(...others)
  } else rows.push(...more)
  return true
}

/** Whether a row is the rest of one that a page break cut: nothing in its first column and in few others, text that goes on. */
function isRestOfRow(row: readonly Run[][], last: readonly Run[][]): boolean {
  const filled = [...row.keys()].filter((column) => (row[column]?.length ?? 0) > 0)
  if (filled.length === 0 || filled.includes(0) || filled.length * 2 > row.length) return false
  return filled.every((column) => {
    const [first] = row[column] ?? []
    const above = last[column]?.at(-1)
    return (
      above !== undefined &&
      first !== undefined &&
      /^\p{Ll}/u.test(first.text) &&
      !/[.!?]$/.test(above.text)
    )
  })
}

function joinCells(row: Run[][], column: number, runs: readonly Run[]): void {
  const cell = row[column]
  const last = cell?.at(-1)
  if (!cell || !last || runs.length === 0) return
  const [first, ...others] = runs
  if (first && sameStyle(last, first)) {
    last.text = `${last.text} ${first.text}`
    cell.push(...others)
  } else {
    last.text += ' '
    cell.push(...runs)
  }
}

/** The texts of a row, whatever columns they stand in: a merged head may stand in another one on the next page. */
function rowText(row: readonly Run[][] | undefined): string {
  const texts = (row ?? []).map((cell) => cell.map(({ text }) => text).join(''))
  return texts.filter((text) => text !== '').join(' ')
}
