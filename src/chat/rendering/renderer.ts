import type { MarkdownIt } from 'markdown-it'
import { escapeHtml } from '../../lib/escape-html.ts'
import { RENDERED_MAX_BYTES, TABLE_MAX_CELLS } from '../limits.ts'
import { envOf, type Findings, type RenderContext } from './context.ts'
import { buildParser } from './parser.ts'
import { sanitize } from './sanitize.ts'

const parsers = new Map<boolean, MarkdownIt>()

function parserFor(hasTables: boolean): MarkdownIt {
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

/**
 * Renders Markdown to safe HTML of at most `RENDERED_MAX_BYTES`, and returns its findings. Where all of the markup would be
 * more, tables, formulas, emoji and the links of patterns stay as they were written; where that is still too much, everything.
 */
export function renderMarkdown(
  content: string,
  context: RenderContext,
): { html: string; findings: Findings } {
  const hasTables = !mayHoldHugeTable(content)
  const { html: whole, findings } = renderWith(content, context, hasTables)
  const html = whole ?? renderWith(content, plainer(context), false).html ?? showSource(content)
  return { html, findings }
}

/** The HTML of a text, undefined where it is too long. The findings hold in any case: they are about the text. */
function renderWith(
  content: string,
  context: RenderContext,
  hasTables: boolean,
): { html: string | undefined; findings: Findings } {
  const findings: Findings = {
    users: new Set(),
    groups: new Set(),
    wildcard: undefined,
    hasAttachment: false,
    uploads: new Set(),
    hasImage: false,
    hasLink: false,
    links: new Set(),
    code: [],
    isQuoted: false,
  }
  const raw = parserFor(hasTables).render(content, envOf({ context, findings }))
  // Cleaning takes long, so what is too long anyway is not cleaned.
  if (raw.length > RENDERED_MAX_BYTES) return { html: undefined, findings }
  const html = sanitize(raw).trimEnd()
  return { html: Buffer.byteLength(html) > RENDERED_MAX_BYTES ? undefined : html, findings }
}

function plainer(context: RenderContext): RenderContext {
  return {
    ...context,
    emoji: undefined,
    linkifiers: [],
    tex: undefined,
    highlight: undefined,
    cards: new Map(),
  }
}

/** A text as its author wrote it: at most six bytes for each character of the longest message. */
function showSource(content: string): string {
  return `<p>${escapeHtml(content).replaceAll('\n', '<br>\n')}</p>`
}
