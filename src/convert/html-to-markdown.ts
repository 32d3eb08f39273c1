import { MarkdownWriter } from '../markdown/write/markdown-writer.ts'
import { readHtml } from '../markup/html/read-html.ts'
import { BaseAddress } from './base-address.ts'
import { findFootnotes } from './find-footnotes.ts'
import { HtmlDocument } from './html-document.ts'
import type { Notes } from './notes.ts'

/** Schemes that only lead somewhere or show something; an address without a scheme is fine too. */
const HARMLESS = { link: /^(?:https?|mailto|tel)$/, image: /^https?$/ } as const

/**
 * Converts HTML to Markdown so that reading it gives the same document again: CommonMark with GFM tables, strikethrough, tasks and
 * footnotes, and definition lists. Emphasis that Markdown cannot express stays as tags, and so do raised and lowered parts. Addresses
 * follow the document's `<base>`. When `harmless`, those that run code or carry data are left out.
 */
export function htmlToMarkdown(
  html: string,
  { harmless = false, notes }: { harmless?: boolean | undefined; notes?: Notes } = {},
): string {
  const base = new BaseAddress()
  const writer = new MarkdownWriter({
    faithful: true,
    address(found, kind) {
      const resolved = base.resolve(found)
      return harmless ? harmlessAddress(resolved, kind) : resolved
    },
  })
  readHtml(html, new HtmlDocument(writer, { base, footnotes: findFootnotes(html), notes }))
  return writer.end()
}

function harmlessAddress(found: string, kind: 'link' | 'image'): string | undefined {
  // Readers of addresses ignore white space and controls, also inside a scheme.
  // oxlint-disable-next-line no-control-regex -- such characters are the subject here.
  const bare = found.replaceAll(/[\u0000-\u0020\u007f-\u009f]/g, '')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase()
  return scheme === undefined || HARMLESS[kind].test(scheme) ? found : undefined
}
