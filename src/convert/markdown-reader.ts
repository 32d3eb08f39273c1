import createMarkdownIt, { type MarkdownIt } from 'markdown-it'
import { addAutolinks } from './autolinks.ts'
import { addDefinitionLists } from './definition-lists.ts'
import { addFootnotes, unusedNotes } from './footnotes.ts'
import { addFrontMatter } from './front-matter.ts'
import { addGfmRules } from './gfm-rules.ts'
import { type Notes, quotedNames } from './notes.ts'
import { endSparseTables } from './sparse-tables.ts'

/** Which Markdown is read: strictly CommonMark 0.31.2, or with the extensions of GFM, footnotes, definition lists and front matter. */
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
    addFootnotes(reader)
    addDefinitionLists(reader)
    addFrontMatter(reader)
  }
  readers.set(flavour, reader)
  return reader
}

/** Converts Markdown to HTML. */
export function markdownToHtml(markdown: string, flavour: MarkdownFlavour, notes?: Notes): string {
  const environment = {}
  const html = markdownReader(flavour).render(markdown, environment)
  const unused = unusedNotes(environment)
  if (unused.length > 0) {
    notes?.say(`Footnotes that nothing refers to are left out: ${quotedNames(unused)}.`)
  }
  return html
}
