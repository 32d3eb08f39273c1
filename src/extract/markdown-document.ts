import type { Article, MarkdownStyle } from './engine.ts'
import { FenceTracker } from './fence.ts'

/** Lines searched for the end of the front matter. */
const FRONT_MATTER_MAX_LINES = 200
const TITLE_SEARCH_MAX_LINES = 60
const TITLE_LINE_MAX_CHARS = 1000

/**
 * Reads a Markdown document that a site serves itself: front matter becomes the title and is left out,
 * like HTML comments, which a reader of the page does not see; links that run code or carry data lose
 * their address, and the style is applied. Code blocks stay as they are.
 */
export function readMarkdown(text: string, style: MarkdownStyle): Article {
  const { title, body } = splitFrontMatter(text.replaceAll(/\r\n?/g, '\n'))
  const lines = body.split('\n')
  return {
    title: title || firstHeading(lines),
    markdown: restyle(lines, style),
  }
}

function splitFrontMatter(text: string): { title: string; body: string } {
  const fence = /^\uFEFF?(---|\+\+\+)[ \t]*\n/.exec(text)
  if (!fence) return { title: '', body: text }
  const lines = text.slice(fence[0].length).split('\n', FRONT_MATTER_MAX_LINES)
  const end = lines.findIndex((line) => line.trimEnd() === fence[1])
  if (end === -1) return { title: '', body: text }
  const length = lines.slice(0, end + 1).reduce((sum, line) => sum + line.length + 1, 0)
  return { title: statedTitle(lines.slice(0, end)), body: text.slice(fence[0].length + length) }
}

/** The title of YAML or TOML front matter, unquoted. */
function statedTitle(lines: readonly string[]): string {
  for (const line of lines) {
    const value = /^title\s*[:=]\s*(.*)$/i.exec(line.slice(0, TITLE_LINE_MAX_CHARS))?.[1]?.trim()
    if (value === undefined) continue
    const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(value)
    if (!quoted) return value.replace(/\s+#.*$/, '')
    return quoted[1]?.replaceAll(/\\(.)/g, '$1') ?? quoted[2]?.replaceAll("''", "'") ?? ''
  }
  return ''
}

function firstHeading(lines: readonly string[]): string {
  const fences = new FenceTracker()
  for (const line of lines.slice(0, TITLE_SEARCH_MAX_LINES)) {
    if (fences.isFenced(line)) continue
    const heading = /^ {0,3}# +(\S.*)$/.exec(line.slice(0, TITLE_LINE_MAX_CHARS))?.[1]
    if (heading !== undefined) return heading.replace(/\s+#+\s*$/, '')
  }
  return ''
}

function restyle(lines: readonly string[], style: MarkdownStyle): string {
  const fences = new FenceTracker()
  const out: string[] = []
  let inComment = false
  for (const line of lines) {
    if (!inComment && fences.isFenced(line)) {
      out.push(line)
      continue
    }
    const visible = withoutComments(line, inComment)
    inComment = visible.open
    if (visible.text !== '' || line === '') out.push(restyleLine(visible.text, style))
  }
  return out.join('\n')
}

function withoutComments(line: string, startsInside: boolean): { text: string; open: boolean } {
  let text = ''
  let at = 0
  let open = startsInside
  while (at <= line.length) {
    const next = line.indexOf(open ? '-->' : '<!--', at)
    if (!open) text += next === -1 ? line.slice(at) : line.slice(at, next)
    if (next === -1) break
    at = next + (open ? 3 : 4)
    open = !open
  }
  return { text, open }
}

const IMAGE =
  /!\[([^[\]\n]{0,500})\]\([ \t]{0,3}(?:<[^<>\n]{0,4000}>|[^\s()<>]{1,4000})(?:[ \t]{1,3}"[^"\n]{0,500}")?[ \t]{0,3}\)/g
const LINK =
  /(?<!!)\[([^[\]\n]{1,500})\]\([ \t]{0,3}(?:<[^<>\n]{0,4000}>|[^\s()<>]{1,4000})(?:[ \t]{1,3}"[^"\n]{0,500}")?[ \t]{0,3}\)/g
/** The beginning of an address that a renderer would run or show as a document of its own. */
const UNSAFE_ADDRESS =
  /(\]\(\s{0,9}<?|\]:\s{0,9}<?|<)(?:javascript|vbscript|data|file|blob):[^\s)>]*/gi

function restyleLine(line: string, style: MarkdownStyle): string {
  if (!/[[<]/.test(line)) return line
  let restyled = line.replaceAll(UNSAFE_ADDRESS, '$1')
  if (style.images !== 'keep') {
    restyled = restyled.replaceAll(IMAGE, (_, alt: string) =>
      style.images === 'alt' && alt !== '' ? `[Image: ${alt}]` : '',
    )
  }
  return style.links === 'none' ? restyled.replaceAll(LINK, '$1') : restyled
}
