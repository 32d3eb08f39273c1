import { FenceTracker } from '../../markdown/parts/fence.ts'
import type { Article, MarkdownStyle } from '../engine.ts'
import { plainText } from './markdown-constructs.ts'
import { rewriteMarkdown } from './markdown-rewrite.ts'

/** Lines searched for the end of the front matter. */
const FRONT_MATTER_MAX_LINES = 200
/** A key, an item, a comment, a TOML table, or what is indented below one of them. */
const SETTING_LINE =
  /^(?:(?:[\w.-]{1,100}|"[^"]{1,100}"|'[^']{1,100}')[ \t]*[:=]|- |#|\[|[ \t]+\S|[\]}]|\s*$)/
const TITLE_SEARCH_MAX_LINES = 60
const TITLE_LINE_MAX_CHARS = 1000

/**
 * Reads a Markdown document that a site serves itself: front matter becomes the title and is left out; the
 * style is applied, and raw HTML and addresses that run code or carry data go (see `rewriteMarkdown`).
 * `text` holds no invisible characters, which could part what they join when they are taken out.
 */
export function readMarkdown(text: string, style: MarkdownStyle): Article {
  const { title, body } = splitFrontMatter(text.replaceAll(/\r\n?/g, '\n'))
  const markdown = rewriteMarkdown(body.trim(), style)
  return { title: title || plainText(firstHeading(markdown.split('\n'))), markdown }
}

function splitFrontMatter(text: string): { title: string; body: string } {
  const fence = /^\uFEFF?(---|\+\+\+)[ \t]*\n/.exec(text)
  if (!fence) return { title: '', body: text }
  const lines = text.slice(fence[0].length).split('\n', FRONT_MATTER_MAX_LINES)
  const end = lines.findIndex((line) => line.trimEnd() === fence[1])
  // Between two rules may stand text as well, which is no list of settings.
  if (end === -1 || !lines.slice(0, end).every((line) => SETTING_LINE.test(line))) {
    return { title: '', body: text }
  }
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
