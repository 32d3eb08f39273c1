import type { MarkdownIt, StateBlock } from 'markdown-it'

/** Stands for a bar within code while a table is read; Unicode gives this code point to no character. */
const HIDDEN_BAR = '\uFFFE'

const DELIMITER_ROW = /^[ \t|:-]*-[ \t|:-]*$/

/** Reads bars within code of a row as part of its cell, as the public server does; the library parts cells there. */
export function addTables(parser: MarkdownIt): void {
  // The library reads blocks in a documented order, in which tables are first.
  const [readTable] = parser.block.ruler.getRules('')
  parser.block.ruler.at(
    'table',
    (state, start, end, silent) => {
      const hidden = withHiddenBars(state, start, end)
      if (hidden === state.src) return readTable?.(state, start, end, silent) ?? false
      const { src, tokens } = state
      const before = tokens.length
      state.src = hidden
      const isRead = readTable?.(state, start, end, silent) ?? false
      state.src = src
      for (const token of tokens.slice(before)) {
        token.content = token.content.replaceAll(HIDDEN_BAR, '|')
      }
      return isRead
    },
    { alt: ['paragraph', 'reference'] },
  )
}

/** The text, as long as before, with bars hidden that stand in code of the rows that may begin at a line. */
function withHiddenBars(state: StateBlock, start: number, end: number): string {
  const { src } = state
  if (start + 1 >= end || src.includes(HIDDEN_BAR)) return src
  if (!DELIMITER_ROW.test(lineAt(state, start + 1))) return src
  let hidden = ''
  let done = 0
  for (let line = start; line < end && !state.isEmpty(line); line += 1) {
    hidden += src.slice(done, state.bMarks[line]) + hideBarsInCode(lineAt(state, line))
    done = state.eMarks[line] ?? done
  }
  return hidden + src.slice(done)
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line], state.eMarks[line])
}

/** A row with the bars hidden that stand between two runs of backticks of one length. */
function hideBarsInCode(row: string): string {
  const runs = [...row.matchAll(/`+/g)].map(({ index, 0: run }) => ({ index, size: run.length }))
  const placesBySize = Map.groupBy(runs, ({ size }) => size)
  let hidden = ''
  let done = 0
  for (const { index, size } of runs) {
    if (index < done) continue
    const places = placesBySize.get(size) ?? []
    while (places[0] !== undefined && places[0].index <= index) places.shift()
    const close = places[0]
    if (!close) continue
    hidden += row.slice(done, index) + row.slice(index, close.index).replaceAll('|', HIDDEN_BAR)
    done = close.index + size
    hidden += '`'.repeat(size)
  }
  return hidden + row.slice(done)
}
