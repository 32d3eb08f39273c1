import type { MarkdownIt } from 'markdown-it'
import { badRequest } from '../kernel/failures.ts'
import { RENDERED_MAX_CHARS, TABLE_MAX_CELLS } from '../limits.ts'
import { envOf, type Findings, type RenderContext } from './context.ts'
import { buildParser } from './parser.ts'
import { sanitize } from './sanitize.ts'

const parsers = new Map<boolean, MarkdownIt>()

function parserFor(content: string): MarkdownIt {
  const hasTables = !mayHoldHugeTable(content)
  const parser = parsers.get(hasTables) ?? buildParser({ hasTables })
  parsers.set(hasTables, parser)
  return parser
}

/** Whether padding rows with empty cells could multiply the text. */
function mayHoldHugeTable(content: string): boolean {
  const lines = content.split('\n')
  const widest = lines.reduce((most, line) => Math.max(most, line.split('|').length), 0)
  return widest * lines.length > TABLE_MAX_CELLS
}

/** Renders Markdown to safe HTML, and returns its findings. Throws when the HTML gets too long. */
export function renderMarkdown(
  content: string,
  context: RenderContext,
): { html: string; findings: Findings } {
  const findings: Findings = {
    users: new Set(),
    groups: new Set(),
    wildcard: undefined,
    hasAttachment: false,
    uploads: new Set(),
    hasImage: false,
    hasLink: false,
    isQuoted: false,
  }
  const html = parserFor(content).render(content, envOf({ context, findings }))
  if (html.length > RENDERED_MAX_CHARS) throw badRequest('Unable to render message')
  return { html: sanitize(html).trimEnd(), findings }
}
