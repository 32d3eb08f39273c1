import createMarkdownIt, { type MarkdownIt, type StateCore, type Token } from 'markdown-it'
import { badData } from '../failures.ts'
import { type Notes, quotedNames } from '../notes.ts'
import { addAutolinks } from './autolinks.ts'
import { addDefinitionLists } from './definition-lists.ts'
import { addFootnotes, unusedNotes } from './footnotes.ts'
import { endSparseTables } from './sparse-tables.ts'

/** Which Markdown is read: strictly CommonMark 0.31.2, or with the extensions of GFM, footnotes, definition lists and front matter. */
export type MarkdownFlavour = 'commonmark' | 'gfm'

/** Quotations, lists and items that stand in each other. */
const NESTING_MAX_LEVELS = 100

const readers = new Map<MarkdownFlavour, MarkdownIt>()

/** The reader of a flavour, made once. Raw HTML passes through it, as CommonMark says. */
export function markdownReader(flavour: MarkdownFlavour): MarkdownIt {
  const known = readers.get(flavour)
  if (known) return known
  const reader =
    flavour === 'commonmark' ? createMarkdownIt('commonmark') : createMarkdownIt({ html: true })
  reader.set({ maxNesting: NESTING_MAX_LEVELS })
  reader.core.ruler.after('block', 'nesting', requireShallow)
  if (flavour === 'gfm') {
    addGfmRules(reader)
    addAutolinks(reader)
    endSparseTables(reader)
    addFootnotes(reader)
    addDefinitionLists(reader)
    addFrontMatter(reader)
  }
  readers.set(flavour, reader)
  return reader
}

/** Refuses a document that is nested too deeply: markdown-it leaves out what stands below, without a word. */
function requireShallow({ tokens }: StateCore): void {
  const isCut = tokens.some(
    ({ nesting, level }, index) =>
      nesting === 1 && level >= NESTING_MAX_LEVELS - 1 && tokens[index + 1]?.nesting === -1,
  )
  if (!isCut) return
  const hint = `Send quotations and lists of at most ${NESTING_MAX_LEVELS / 2} levels.`
  throw badData('The Markdown is nested too deeply.', hint)
}

/** Converts Markdown to HTML. Throws `invalid_input` where it is nested too deeply. */
export function markdownToHtml(markdown: string, flavour: MarkdownFlavour, notes?: Notes): string {
  const environment = {}
  const html = markdownReader(flavour).render(markdown, environment)
  const unused = unusedNotes(environment)
  if (unused.length > 0) {
    notes?.say(`Footnotes that nothing refers to are left out: ${quotedNames(unused)}.`)
  }
  return html
}

/** Elements that GFM shows instead of running (GFM 6.11, "tagfilter"). */
const FILTERED_TAG =
  /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[\s/>]|$))/gi
const TASK = /^\[([ xX])\](?=[ \t])/

/** Adds to markdown-it what GFM has and it lacks: task items, `<del>`, and the tag filter. */
function addGfmRules(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer
  rules['html_block'] = rules['html_inline'] = (tokens, index) =>
    (tokens[index]?.content ?? '').replaceAll(FILTERED_TAG, '&lt;')
  rules['s_open'] = () => '<del>'
  rules['s_close'] = () => '</del>'
  rules['task'] = (tokens, index) =>
    `<input type="checkbox"${tokens[index]?.info === '' ? '' : ' checked=""'} disabled="">`
  markdown.core.ruler.after('inline', 'tasks', markTasks)
}

/** Turns `[ ]` and `[x]` at the start of an item into boxes (GFM 5.3). */
function markTasks(state: StateCore): void {
  const { tokens } = state
  for (let index = 2; index < tokens.length; index += 1) {
    if (tokens[index - 2]?.type !== 'list_item_open') continue
    const { type, children } = tokens[index] as Token
    const text = type === 'inline' ? children?.[0] : undefined
    const task = text?.type === 'text' ? TASK.exec(text.content) : null
    if (!text || !children || !task) continue
    text.content = text.content.slice(task[0].length)
    children.unshift(box(state, task[1] === ' ' ? '' : 'x'))
  }
}

function box(state: StateCore, info: string): Token {
  const token = new state.Token('task', 'input', 0)
  token.info = info
  return token
}

/** Lines that front matter may have. */
const FRONT_MATTER_MAX_LINES = 1_000
/** What begins and ends it, and the language that is written in between. */
const FENCES: Readonly<Record<string, { language: string; end: RegExp; field: RegExp }>> = {
  '---': {
    language: 'yaml',
    end: /^(?:---|\.\.\.)\s*$/,
    field: /^["']?[\p{L}_][^:]{0,200}:(?:\s|$)/u,
  },
  '+++': { language: 'toml', end: /^\+\+\+\s*$/, field: /^["']?[\p{L}_][^=]{0,200}=/u },
}

/** Reads the fields that a Markdown file may begin with as a block of code in their language, so that they stay what they are. */
function addFrontMatter(markdown: MarkdownIt): void {
  markdown.block.ruler.before('table', 'front_matter', (state, start, end, silent) => {
    if (start !== 0 || silent || state.level > 0) return false
    const line = (at: number): string => state.src.slice(state.bMarks[at], state.eMarks[at])
    const fence = FENCES[line(0).trimEnd()]
    if (!fence) return false
    const limit = Math.min(end, FRONT_MATTER_MAX_LINES)
    let close = 1
    let hasField = false
    while (close < limit && !fence.end.test(line(close))) {
      hasField ||= fence.field.test(line(close))
      close += 1
    }
    // A thematic break has a blank line after it, or no fields.
    if (close === limit || !hasField || state.isEmpty(1)) return false
    const token = state.push('fence', 'code', 0)
    token.info = fence.language
    token.markup = '```'
    token.content = state.getLines(1, close, 0, true)
    token.map = [0, close + 1]
    state.line = close + 1
    return true
  })
}
