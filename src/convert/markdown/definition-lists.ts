import type { MarkdownIt, StateBlock } from 'markdown-it'

/** Columns from which on a line is code. */
const CODE_INDENT = 4

/**
 * Adds definition lists as PHP Markdown Extra and pandoc write them: a line with a term, then lines that begin with a colon and a
 * space. GFM has none: there such lines are one paragraph.
 */
export function addDefinitionLists(markdown: MarkdownIt): void {
  markdown.block.ruler.before('paragraph', 'definition_list', (state, start, end, silent) => {
    if (silent || !isTerm(state, start, end)) return false
    const list = state.push('dl_open', 'dl', 1)
    let line = start
    while (line < end && isTerm(state, line, end)) line = readTerm(state, line, end)
    state.push('dl_close', 'dl', -1)
    list.map = [start, line]
    state.line = line
    return true
  })
}

/** Whether a line is a term: one of text, before a line with a definition, or a blank line and one. */
function isTerm(state: StateBlock, line: number, end: number): boolean {
  const indent = indentOf(state, line)
  if (state.isEmpty(line) || indent < 0 || indent >= CODE_INDENT) return false
  return definitionStart(state, line) === -1 && firstDefinition(state, line, end) !== -1
}

/** The line with the first definition of the term in a line; -1 where there is none. */
function firstDefinition(state: StateBlock, line: number, end: number): number {
  const next = line + 1 < end && state.isEmpty(line + 1) ? line + 2 : line + 1
  return next < end && definitionStart(state, next) !== -1 ? next : -1
}

/** Where the text of a definition begins in its line; -1 in any other line. */
function definitionStart(state: StateBlock, line: number): number {
  const indent = indentOf(state, line)
  if (indent < 0 || indent >= CODE_INDENT) return -1
  const colon = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  const text = state.src.slice(colon + 1, state.eMarks[line])
  if (state.src[colon] !== ':' || !/^[ \t]+\S/.test(text)) return -1
  return colon + 1 + text.length - text.trimStart().length
}

function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent
}

/** Reads a term and its definitions; returns the line of what follows. */
function readTerm(state: StateBlock, start: number, end: number): number {
  state.push('dt_open', 'dt', 1).map = [start, start + 1]
  const term = state.push('inline', '', 0)
  term.content = state.getLines(start, start + 1, state.blkIndent, false).trim()
  term.map = [start, start + 1]
  term.children = []
  state.push('dt_close', 'dt', -1)
  const isLoose = state.isEmpty(start + 1)
  let line = firstDefinition(state, start, end)
  while (line < end && definitionStart(state, line) !== -1) {
    line = readDefinition(state, line, end, isLoose)
    const next = afterBlanks(state, line, end)
    if (next < end && definitionStart(state, next) !== -1) line = next
    else if (next < end && isTerm(state, next, end)) return next
  }
  return line
}

function afterBlanks(state: StateBlock, line: number, end: number): number {
  let next = line
  while (next < end && state.isEmpty(next)) next += 1
  return next
}

/** Reads what a definition holds; returns the line after it. */
function readDefinition(state: StateBlock, start: number, end: number, isLoose: boolean): number {
  const textAt = definitionStart(state, start)
  const [mark = 0, shift = 0, columns = 0] = [
    state.bMarks[start],
    state.tShift[start],
    state.sCount[start],
  ]
  const width = textAt - mark - shift
  const stop = definitionEnd(state, start, end, columns + width)
  const open = state.push('dd_open', 'dd', 1)
  open.map = [start, stop]
  const outer = { indent: state.blkIndent, parent: state.parentType, tight: state.tight }
  const first = state.tokens.length
  state.tShift[start] = textAt - mark
  state.sCount[start] = columns + width
  state.blkIndent = columns + width
  state.parentType = 'list'
  state.tight = true
  state.md.block.tokenize(state, start, stop)
  if (state.tight && !isLoose) hideParagraphs(state, first)
  state.tShift[start] = shift
  state.sCount[start] = columns
  state.blkIndent = outer.indent
  state.parentType = outer.parent
  state.tight = outer.tight
  state.push('dd_close', 'dd', -1)
  return stop
}

/** The line before which a definition ends: the next one, or what is not indented after a blank line. */
function definitionEnd(state: StateBlock, start: number, end: number, indent: number): number {
  let isAfterBlank = false
  let last = start + 1
  for (let line = start + 1; line < end; line += 1) {
    if (state.isEmpty(line)) {
      isAfterBlank = true
      continue
    }
    const isInside = (state.sCount[line] ?? 0) >= indent
    if (!isInside && (isAfterBlank || definitionStart(state, line) !== -1)) break
    // A term right after a definition, without a blank line.
    if (!isInside && isTerm(state, line, end) && !state.isEmpty(line + 1)) break
    isAfterBlank = false
    last = line + 1
  }
  return last
}

/** Paragraphs of a tight definition are bare text, as in tight lists. */
function hideParagraphs({ tokens, level }: StateBlock, first: number): void {
  for (const token of tokens.slice(first)) {
    const isParagraph = token.type === 'paragraph_open' || token.type === 'paragraph_close'
    if (isParagraph && token.level === level) token.hidden = true
  }
}
