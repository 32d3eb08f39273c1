import type { MarkdownIt as Parser, StateBlock, Token } from 'markdown-it'

/** Columns by which what stands in an item is indented, whatever its marker is. */
const ITEM_INDENT_COLUMNS = 2

/** A line that begins an item. A number with a parenthesis is text. */
const ITEM = /^(?:[*+-]|\d+\.)(?:\s|$)/

/** A line that begins an item right after a line of text: years and the like do not. */
const ITEM_AFTER_TEXT = /^(?:[*+-]|\d\.) +\S/

/** The beginning of a line that is an item; the marker tells the kind of list. */
const ITEM_LINE = /^ *([*+-]|\d\.) +/

/** Makes lists what they are at the public server, where they differ from CommonMark. */
export function addLists(parser: Parser): void {
  readItems(parser)
  indentByTwo(parser)
  parser.core.ruler.after('block', 'lists', (state) => {
    state.tokens = joinBullets(state.tokens)
    spaceItems(state.tokens, state.src.split('\n'))
  })
  const { renderer } = parser
  const renderToken = renderer.renderToken.bind(renderer)
  // What stands in an item behind its text begins on the same line.
  renderer.renderToken = (...what) => renderToken(...what).replace(/^\n/, '')
}

/** Lists may begin with any digit right after a line of text. */
function readItems({ block: { ruler } }: Parser): void {
  const rules = ruler.getRules('')
  ruler.disable('list')
  const others = new Set(ruler.getRules(''))
  ruler.enable('list')
  const read = rules.find((rule) => !others.has(rule))
  if (!read) throw new Error('The library has no rule for lists.')
  ruler.at(
    'list',
    (state, start, end, silent) => {
      const { parentType } = state
      const from = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0)
      const isInText =
        silent && parentType === 'paragraph' && (state.sCount[start] ?? 0) >= state.blkIndent
      const line = state.src.slice(from, state.eMarks[start])
      if (!(isInText ? ITEM_AFTER_TEXT : ITEM).test(line)) return false
      if (!isInText) return read(state, start, end, silent)
      // The library takes only the number 1 there.
      state.parentType = 'list'
      const isList = read(state, start, end, silent)
      state.parentType = parentType
      return isList
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  )
}

/** The library asks for as many columns as the marker and the spaces behind it take. */
function indentByTwo({ block }: Parser): void {
  const tokenize = block.tokenize.bind(block)
  block.tokenize = (state, start, end) => {
    if (state.parentType !== 'list') return tokenize(state, start, end)
    const first = state.bMarks[start] ?? 0
    const column = Math.max(columnOf(state, start), state.listIndent)
    state.blkIndent = Math.min(state.blkIndent, column + ITEM_INDENT_COLUMNS)
    // The line begins behind its marker: else the marker would be cut off as indentation, and not all of it.
    state.bMarks[start] = first + (state.tShift[start] ?? 0)
    state.tShift[start] = 0
    state.sCount[start] = state.blkIndent
    tokenize(state, start, end)
    state.bMarks[start] = first
  }
}

/** The column in which a line begins. */
function columnOf(state: StateBlock, line: number): number {
  let column = 0
  for (let at = state.bMarks[line] ?? 0; ; at += 1) {
    const char = state.src.charAt(at)
    if (char === '\t') column += 4 - (column % 4)
    else if (char === ' ') column += 1
    else return column
  }
}

/** Bullets of any kind that follow each other are one list. */
function joinBullets(tokens: readonly Token[]): Token[] {
  const isSeam = (first: Token | undefined, second: Token | undefined): boolean =>
    first?.type === 'bullet_list_close' &&
    second?.type === 'bullet_list_open' &&
    first.level === second.level
  return tokens.filter(
    (token, index) => !isSeam(token, tokens[index + 1]) && !isSeam(tokens[index - 1], token),
  )
}

/** An item that is being read. */
interface OpenItem {
  level: number
  /** How many blocks stand in it so far. */
  blocks: number
  paragraphs: Token[]
  isLoose: boolean
}

/**
 * Makes a paragraph of an item's text if a blank line is before or behind it, whatever the other items of its list have. Two lists
 * of different kinds count as if a blank line were between them.
 */
function spaceItems(tokens: readonly Token[], lines: readonly string[]): void {
  const open: OpenItem[] = []
  for (const [index, token] of tokens.entries()) {
    const item = open.at(-1)
    if (token.type === 'list_item_close' && item) {
      const next = tokens[index + 1]
      const isLoose = item.isLoose || (next?.type === 'list_item_open' && isApart(next, lines))
      for (const paragraph of item.paragraphs) paragraph.hidden = !isLoose
      open.pop()
    } else if (item && token.level === item.level + 1) {
      if (token.type.startsWith('paragraph')) item.paragraphs.push(token)
      if (token.nesting >= 0 && (item.blocks += 1) > 1) item.isLoose ||= isApart(token, lines)
    }
    if (token.type !== 'list_item_open') continue
    const isLoose = tokens[index - 1]?.type === 'list_item_close' && isApart(token, lines)
    // What comes behind a blank line is read as a block of the item that its list stands in.
    const around = open.at(-1)
    if (around && isLoose) around.isLoose = true
    open.push({ level: token.level, blocks: 0, paragraphs: [], isLoose })
  }
}

/** Whether a blank line is before a block, or something that counts as one. */
function isApart({ type, map }: Token, lines: readonly string[]): boolean {
  if (!map || map[0] === 0) return false
  const before = lines[map[0] - 1] ?? ''
  if (/^[\s>]*$/.test(before)) return true
  if (!/^(?:list_item|bullet_list|ordered_list)_open$/.test(type)) return false
  const [, own] = ITEM_LINE.exec(lines[map[0]] ?? '') ?? []
  const [, other] = ITEM_LINE.exec(before) ?? []
  return own !== undefined && own.length !== other?.length
}
