import { MarkdownWriter } from '../../markdown/write/markdown-writer.ts'
import { FormulaParts } from '../../markup/html/formula-parts.ts'
import { readHtml } from '../../markup/html/read-html.ts'
import type { Notes } from '../notes.ts'
import { findFootnotes } from './find-footnotes.ts'
import { harmlessAddress } from './harmless.ts'
import { BaseAddress, HtmlDocument } from './html-document.ts'

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
  const document = new HtmlDocument(writer, { base, footnotes: findFootnotes(html), notes })
  readHtml(html, new FormulaParts(document))
  return writer.end()
}
