import type { MarkdownIt, StateBlock, Token } from 'markdown-it'
import { escapeHtml } from '../../lib/escape-html.ts'
import { renderingOf } from './context.ts'
import type { Highlight } from './highlight.ts'
import { showDisplayedTex } from './tex.ts'

/** A line that opens a fenced block: the fence, the language or kind, and a title. */
interface Fence {
  marker: string
  language: string
  /** The language in lower case. */
  kind: string
  title: string
}

/** Kinds of fenced blocks that hold Markdown rather than text. */
const CONTAINERS = new Set(['quote', 'quoted', 'spoiler'])

const OPENING = /^(`{3,}|~{3,}) *(?:\{?\.?([\w+\-./#]+)\}?)?([^`~]*)$/

/** A title of hidden text holds code too, but no fence: it is hidden whatever it is called. */
const SPOILER_OPENING = /^(`{3,}|~{3,}) *(spoiler)\b((?:(?!```|~~~).)*)$/i

/** Adds fenced blocks: code, `quote`, `spoiler title` and `math`. Blocks of Markdown nest. */
export function addFences(parser: MarkdownIt): void {
  parser.block.ruler.at('fence', readFence, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  const { rules } = parser.renderer
  rules['fence'] = (tokens, index, _options, env) => {
    const { content = '', info = '' } = tokens[index] ?? {}
    return showCode(content, info, renderingOf(env ?? {}).context.highlight)
  }
  rules['code_block'] = (tokens, index) => showCode(tokens[index]?.content ?? '', '')
  rules['math_block'] = (tokens, index, _options, env) =>
    showDisplayedTex(renderingOf(env ?? {}).context.tex, tokens[index]?.content ?? '')
  rules['spoiler_open'] = () => '<div class="spoiler-block"><div class="spoiler-header">\n'
  rules['spoiler_content'] = () => '</div><div class="spoiler-content" aria-hidden="true">\n'
  rules['spoiler_close'] = () => '</div></div>\n'
}

function readFence(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const indent = state.sCount[start] ?? 0
  if (indent - state.blkIndent >= 4) return false
  const fence = openingOf(lineOf(state, start))
  if (!fence) return false
  if (silent) return true
  const isContainer = CONTAINERS.has(fence.kind)
  const last = endOf(state, fence, start, end)
  if (isContainer) readContainer(state, fence, start, last)
  else {
    const token = state.push(fence.kind === 'math' ? 'math_block' : 'fence', 'code', 0)
    token.info = fence.language
    token.content = trimmedLines(state.getLines(start + 1, last, indent, true))
    token.map = [start, last]
    renderingOf(state.env).findings.code.push(token.content)
  }
  // The closing line belongs to the block, if there is one.
  state.line = last < end && lineOf(state, last).trimEnd() === fence.marker ? last + 1 : last
  return true
}

function openingOf(line: string): Fence | undefined {
  const [, marker, language = '', title = ''] =
    OPENING.exec(line) ?? SPOILER_OPENING.exec(line) ?? []
  if (marker === undefined) return undefined
  return { marker, language, kind: language.toLowerCase(), title: title.trim() }
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
}

/** The line that closes a block, or where what it stands in ends. */
function endOf(state: StateBlock, fence: Fence, start: number, end: number): number {
  const open = [fence]
  for (let line = start + 1; line < end; line += 1) {
    const text = lineOf(state, line)
    if (text !== '' && (state.sCount[line] ?? 0) < state.blkIndent) return line
    const top = open.at(-1) ?? fence
    if (text.trimEnd() === top.marker) {
      open.pop()
      if (open.length === 0) return line
    } else if (CONTAINERS.has(top.kind)) {
      const inner = openingOf(text)
      if (inner) open.push(inner)
    }
  }
  return end
}

/** The content without blank lines around it and spaces at the ends of lines. */
function trimmedLines(content: string): string {
  const lines = content.split('\n').map((line) => line.trimEnd())
  const first = lines.findIndex((line) => line !== '')
  const last = lines.findLastIndex((line) => line !== '')
  return first === -1 ? '' : lines.slice(first, last + 1).join('\n')
}

function readContainer(
  state: StateBlock,
  { kind, title }: Fence,
  start: number,
  last: number,
): void {
  const isSpoiler = kind === 'spoiler'
  state.push(isSpoiler ? 'spoiler_open' : 'blockquote_open', isSpoiler ? 'div' : 'blockquote', 1)
  if (isSpoiler) {
    if (title !== '') readTitle(state, title, start)
    state.push('spoiler_content', 'div', 0)
  }
  const { parentType, lineMax } = state
  state.parentType = 'blockquote'
  state.lineMax = last
  state.md.block.tokenize(state, start + 1, last)
  state.parentType = parentType
  state.lineMax = lineMax
  state.push(isSpoiler ? 'spoiler_close' : 'blockquote_close', isSpoiler ? 'div' : 'blockquote', -1)
}

function readTitle(state: StateBlock, title: string, line: number): void {
  state.push('paragraph_open', 'p', 1)
  const inline: Token = state.push('inline', '', 0)
  inline.content = title
  inline.map = [line, line + 1]
  inline.children = []
  state.push('paragraph_close', 'p', -1)
}

/** Names of languages as clients and code playgrounds know them, by the short names that authors write. */
const LANGUAGES: Readonly<Record<string, string>> = {
  bash: 'Bash',
  c: 'C',
  'c#': 'C#',
  'c++': 'C++',
  clojure: 'Clojure',
  cpp: 'C++',
  cs: 'C#',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  docker: 'Docker',
  dockerfile: 'Docker',
  elixir: 'Elixir',
  erlang: 'Erlang',
  go: 'Go',
  golang: 'Go',
  graphql: 'GraphQL',
  haskell: 'Haskell',
  hs: 'Haskell',
  html: 'HTML',
  ini: 'INI',
  java: 'Java',
  javascript: 'JavaScript',
  jl: 'Julia',
  js: 'JavaScript',
  json: 'JSON',
  julia: 'Julia',
  kotlin: 'Kotlin',
  latex: 'TeX',
  lua: 'Lua',
  make: 'Makefile',
  makefile: 'Makefile',
  markdown: 'Markdown',
  md: 'Markdown',
  nginx: 'Nginx configuration file',
  perl: 'Perl',
  php: 'PHP',
  pl: 'Perl',
  powershell: 'PowerShell',
  py: 'Python',
  py2: 'Python 2.x',
  py3: 'Python',
  python: 'Python',
  python2: 'Python 2.x',
  python3: 'Python',
  r: 'S',
  rb: 'Ruby',
  rs: 'Rust',
  ruby: 'Ruby',
  rust: 'Rust',
  scala: 'Scala',
  sh: 'Bash',
  shell: 'Bash',
  sql: 'SQL',
  swift: 'Swift',
  tex: 'TeX',
  text: 'Text only',
  toml: 'TOML',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
}

/** A block of code in the language that its author names, if any. */
export function showCode(content: string, language: string, highlight?: Highlight): string {
  const key = language.toLowerCase()
  const name = Object.hasOwn(LANGUAGES, key) ? LANGUAGES[key] : language
  const attribute = name ? ` data-code-language="${escapeHtml(name)}"` : ''
  const code = content.endsWith('\n') ? content : `${content}\n`
  return `<div class="codehilite"${attribute}><pre><span></span><code>${highlight?.(code, language) ?? escapeHtml(code)}</code></pre></div>\n`
}
