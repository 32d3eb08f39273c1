import MarkdownIt, {
  type MarkdownIt as Parser,
  type StateBlock,
  type StateInline,
} from 'markdown-it'
import { RENDERED_MAX_NESTING } from '../limits.ts'
import { addFences } from './code-blocks.ts'
import { renderingOf } from './context.ts'
import { addEmoji } from './emoji.ts'
import { addLinkifiers } from './linkifiers.ts'
import { addLinks } from './links.ts'
import { addLists } from './lists.ts'
import { addMentions } from './mentions.ts'
import { addChannelLinks } from './mentions.ts'
import { addTables } from './tables.ts'
import { addInlineTex } from './tex.ts'
import { addTimestamps } from './timestamps.ts'

/** Builds a parser of message texts. What it reads of one message, it reads from the environment. */
export function buildParser({ hasTables }: { hasTables: boolean }): Parser {
  const parser = new MarkdownIt({
    html: false,
    breaks: true,
    linkify: true,
    maxNesting: RENDERED_MAX_NESTING,
  })
  // The public API has no reference links, underlined headings, backslash escapes or `<address>`.
  parser.disable(['reference', 'lheading', 'escape', 'autolink'])
  if (hasTables) addTables(parser)
  else parser.disable('table')
  keepDeepText(parser)
  parser.inline.ruler.before('emphasis', 'underscore', readUnderscores)
  parser.core.ruler.at('inline', ({ tokens, md, env }) => {
    let quotes = 0
    for (const token of tokens) {
      if (token.type === 'blockquote_open') quotes += 1
      if (token.type === 'blockquote_close') quotes -= 1
      // Clients compare a cell's style attribute as text.
      const style = token.attrGet('style')
      if (style !== null) token.attrSet('style', `${String(style).replace(':', ': ')};`)
      if (token.type !== 'inline') continue
      renderingOf(env).findings.isQuoted = quotes > 0
      md.inline.parse(token.content, md, env, token.children ?? [])
    }
  })
  addLists(parser)
  parser.renderer.rules['s_open'] = () => '<del>'
  parser.renderer.rules['s_close'] = () => '</del>'
  addMentions(parser)
  addChannelLinks(parser)
  addInlineTex(parser)
  addTimestamps(parser)
  addFences(parser)
  // Each of the next three puts its rule behind `linkify`, so they run in the opposite order.
  addLinks(parser)
  addEmoji(parser)
  addLinkifiers(parser)
  return parser
}

/** Shows as text what is nested too deep: the library leaves it out. */
function keepDeepText({ block }: Parser): void {
  const tokenize = block.tokenize.bind(block)
  block.tokenize = (state, start, end) => {
    if (state.level < RENDERED_MAX_NESTING) tokenize(state, start, end)
    else readAsText(state, start, end)
  }
}

function readAsText(state: StateBlock, start: number, end: number): void {
  let last = start
  while (last < end && (state.isEmpty(last) || (state.sCount[last] ?? 0) >= state.blkIndent)) {
    last += 1
  }
  const content = state.getLines(start, last, state.blkIndent, false).trim()
  state.line = last
  if (content === '') return
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = content
  inline.map = [start, last]
  inline.children = []
  state.push('paragraph_close', 'p', -1)
}

/** Underscores stand for themselves: names in code are full of them. */
function readUnderscores(state: StateInline, silent: boolean): boolean {
  let end = state.pos
  while (state.src.charAt(end) === '_') end += 1
  if (end === state.pos) return false
  if (!silent) state.pending += state.src.slice(state.pos, end)
  state.pos = end
  return true
}
