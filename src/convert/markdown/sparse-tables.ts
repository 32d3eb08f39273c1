import createMarkdownIt, { type MarkdownIt, type StateBlock } from 'markdown-it'
import { MARKDOWN_TABLE_FILLED_MAX_CELLS } from '../limits.ts'

type BlockRule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean

/**
 * Ends a Markdown table where too many cells of its rows are missing: markdown-it fills them, also 65,536
 * of them for a text of 16 KB. The lines after the end are read as what they are without the table.
 */
export function endSparseTables(markdown: MarkdownIt): void {
  const [readTable] = createMarkdownIt('zero').enable('table').block.ruler.getRules('')
  if (!readTable) throw new Error('markdown-it has no rule for tables')
  markdown.block.ruler.at('table', endedSooner(readTable), { alt: ['paragraph', 'reference'] })
}

function endedSooner(readTable: BlockRule): BlockRule {
  return (state, start, end, silent) => {
    if (!readTable(state, start, end, true)) return false
    return silent || readTable(state, start, tableEnd(state, start, end), false)
  }
}

/** The line before which a table ends that would have too many filled cells; else `end`. */
function tableEnd(state: StateBlock, start: number, end: number): number {
  const columns = countCells(state, start + 1)
  if (columns * (end - start) <= MARKDOWN_TABLE_FILLED_MAX_CELLS) return end
  const endsTable = state.md.block.ruler.getRules('blockquote')
  let filled = 0
  for (let line = start + 2; line < end; line += 1) {
    if (state.isEmpty(line) || endsTable.some((rule) => rule(state, line, end, true))) return end
    filled += Math.max(0, columns - countCells(state, line))
    if (filled > MARKDOWN_TABLE_FILLED_MAX_CELLS) return line
  }
  return end
}

function countCells({ src, bMarks, eMarks }: StateBlock, line: number): number {
  const text = src.slice(bMarks[line], eMarks[line]).trim()
  const borders = Number(text.startsWith('|')) + Number(text.endsWith('|'))
  return text.split('|').length - borders
}
