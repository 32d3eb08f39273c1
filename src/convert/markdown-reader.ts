import createMarkdownIt, { type MarkdownIt } from 'markdown-it'
import { addAutolinks } from './autolinks.ts'
import { addGfmRules } from './gfm-rules.ts'
import { endSparseTables } from './sparse-tables.ts'

/** Which Markdown is read: strictly CommonMark 0.31.2, or with the extensions of GFM. */
export type MarkdownFlavour = 'commonmark' | 'gfm'

const readers = new Map<MarkdownFlavour, MarkdownIt>()

/** The reader of a flavour, made once. Raw HTML passes through it, as CommonMark says. */
export function markdownReader(flavour: MarkdownFlavour): MarkdownIt {
  const known = readers.get(flavour)
  if (known) return known
  const reader =
    flavour === 'commonmark' ? createMarkdownIt('commonmark') : createMarkdownIt({ html: true })
  if (flavour === 'gfm') {
    addGfmRules(reader)
    addAutolinks(reader)
    endSparseTables(reader)
  }
  readers.set(flavour, reader)
  return reader
}

/** Converts Markdown to HTML. */
export function markdownToHtml(markdown: string, flavour: MarkdownFlavour): string {
  return markdownReader(flavour).render(markdown)
}
