import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'

/** Columns from which on a line belongs to the footnote above it. */
const INDENT = 4
/** Links back from one footnote: a mark of four characters must not become two links without end. */
const LINKS_BACK_MAX_COUNT = 50
/** Longest label with its brackets, colon and spaces. */
const MARK_MAX_CHARS = 250
const DEFINITION = /^\[\^([^\][\s]{1,200})\]:[ \t]*/
const REFERENCE = /\[\^([^\][\s]{1,200})\]/y

/** A footnote of the document that is read. */
interface Note {
  label: string
  tokens: Token[]
  /** Its place among the footnotes; undefined until something refers to it. */
  number?: number
  references: number
}

/** The footnotes of a document by label, and those that something refers to, in that order. */
interface Notes {
  byLabel: Map<string, Note>
  used: Note[]
}

/** Adds footnotes as GitHub has them: `[^1]` refers to `[^1]: text`; one that nothing refers to is left out. */
export function addFootnotes(markdown: MarkdownIt): void {
  const alt = ['paragraph', 'reference']
  markdown.block.ruler.before('reference', 'footnote', readNote, { alt })
  markdown.inline.ruler.before('link', 'footnote_reference', readReference)
  markdown.core.ruler.after('block', 'footnotes_taken', takeNotes)
  markdown.core.ruler.after('inline', 'footnotes_placed', placeNotes)
  markdown.renderer.rules['footnote_markup'] = (tokens, index) => tokens[index]?.content ?? ''
}

/** The labels of footnotes that nothing in a document refers to, as they were read into its environment. */
export function unusedNotes(environment: object): string[] {
  return [...notesOf(environment).byLabel.values()]
    .filter(({ number }) => number === undefined)
    .map(({ label }) => label)
}

const KEY = Symbol('footnotes')

function notesOf(environment: object): Notes {
  const holder = environment as { [KEY]?: Notes }
  holder[KEY] ??= { byLabel: new Map(), used: [] }
  return holder[KEY]
}

function keyOf(label: string): string {
  return label.toLowerCase().toUpperCase()
}

function readNote(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if ((state.sCount[start] ?? 0) - state.blkIndent >= INDENT) return false
  const at = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0)
  if (state.src[at] !== '[') return false
  const markEnd = Math.min(state.eMarks[start] ?? at, at + MARK_MAX_CHARS)
  const match = DEFINITION.exec(state.src.slice(at, markEnd))
  if (!match) return false
  if (silent) return true
  const [{ length }, label = ''] = match
  const open = state.push('footnote_open', '', 1)
  open.meta = { label }
  const outer = {
    indent: state.blkIndent,
    parent: state.parentType,
    mark: state.bMarks[start] ?? 0,
    shift: state.tShift[start] ?? 0,
    columns: state.sCount[start] ?? 0,
  }
  state.bMarks[start] = at + length
  state.tShift[start] = 0
  state.sCount[start] = outer.indent + INDENT
  state.blkIndent += INDENT
  state.parentType = 'list'
  state.md.block.tokenize(state, start, end)
  state.bMarks[start] = outer.mark
  state.tShift[start] = outer.shift
  state.sCount[start] = outer.columns
  state.blkIndent = outer.indent
  state.parentType = outer.parent
  state.push('footnote_close', '', -1)
  return true
}

/** Takes the footnotes out of the document, before references to them are read. */
function takeNotes(state: StateCore): void {
  const { byLabel } = notesOf(state.env)
  const open: Note[] = []
  const kept: Token[] = []
  for (const token of state.tokens) {
    if (token.type === 'footnote_open') {
      const { label } = token.meta as { label: string }
      open.push({ label, tokens: [], references: 0 })
    } else if (token.type === 'footnote_close') {
      const note = open.pop()
      // The first definition of a label counts, as of a link.
      if (note && !byLabel.has(keyOf(note.label))) byLabel.set(keyOf(note.label), note)
    } else (open.at(-1)?.tokens ?? kept).push(token)
  }
  state.tokens = kept
}

function readReference(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '[' || state.src[state.pos + 1] !== '^') return false
  REFERENCE.lastIndex = state.pos
  const match = REFERENCE.exec(state.src)
  const { byLabel, used } = notesOf(state.env)
  const note = match ? byLabel.get(keyOf(match[1] ?? '')) : undefined
  if (!match || !note) return false
  if (!silent) {
    note.number ??= used.push(note)
    note.references += 1
    const id = encodeURIComponent(note.label)
    const place = note.references === 1 ? id : `${id}-${note.references}`
    const token = state.push('footnote_markup', '', 0)
    token.content = `<sup class="footnote-ref"><a href="#fn-${id}" id="fnref-${place}" data-footnote-ref>${note.number}</a></sup>`
  }
  state.pos += match[0].length
  return true
}

/** Puts the footnotes to the end, in the order in which they are referred to, each with links back. */
function placeNotes(state: StateCore): void {
  const { used } = notesOf(state.env)
  // A footnote may refer to others: the list grows while it is read.
  for (const { tokens } of used) {
    for (const token of tokens) {
      if (token.type !== 'inline') continue
      token.children ??= []
      state.md.inline.parse(token.content, state.md, state.env, token.children)
    }
  }
  if (used.length === 0) return
  state.tokens.push(markup(state, '<section class="footnotes" data-footnotes>\n<ol>\n'))
  for (const note of used) state.tokens.push(...itemOf(state, note))
  state.tokens.push(markup(state, '</ol>\n</section>\n'))
}

function itemOf(state: StateCore, note: Note): Token[] {
  const id = encodeURIComponent(note.label)
  const links = Array.from({ length: Math.min(note.references, LINKS_BACK_MAX_COUNT) }, (_, at) =>
    linkBack(note, id, at + 1),
  )
  const { tokens } = note
  const [text, close] = tokens.slice(-2)
  const isParagraph = close?.type === 'paragraph_close' && text?.type === 'inline'
  if (isParagraph) text.children?.push(markup(state, ` ${links.join(' ')}`))
  return [
    markup(state, `<li id="fn-${id}">\n`),
    ...tokens,
    ...(isParagraph ? [] : [markup(state, `${links.join(' ')}\n`)]),
    markup(state, '</li>\n'),
  ]
}

function linkBack({ number }: Note, id: string, count: number): string {
  const place = count === 1 ? id : `${id}-${count}`
  const index = count === 1 ? String(number) : `${number}-${count}`
  const mark = count === 1 ? '' : `<sup class="footnote-ref">${count}</sup>`
  return `<a href="#fnref-${place}" class="footnote-backref" data-footnote-backref data-footnote-backref-idx="${index}" aria-label="Back to reference ${index}">↩${mark}</a>`
}

/** Finished HTML: nothing of a document but encoded labels is in it. */
function markup(state: StateCore, content: string): Token {
  const token = new state.Token('footnote_markup', '', 0)
  token.content = content
  return token
}
