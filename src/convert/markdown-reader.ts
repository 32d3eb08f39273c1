import createMarkdownIt, { type MarkdownIt, type StateCore } from 'markdown-it'
import { addAutolinks } from './autolinks.ts'
import { addDefinitionLists } from './definition-lists.ts'
import { badData } from './failures.ts'
import { addFootnotes, unusedNotes } from './footnotes.ts'
import { addFrontMatter } from './front-matter.ts'
import { addGfmRules } from './gfm-rules.ts'
import { type Notes, quotedNames } from './notes.ts'
import { endSparseTables } from './sparse-tables.ts'

/** Which Markdown is read: strictly CommonMark 0.31.2, or with the extensions of GFM, footnotes, definition lists and front matter. */
export type MarkdownFlavour = 'commonmark' | 'gfm'

/** Quotations, lists and items that stand in each other. */
const NESTING_MAX_LEVELS = 100

const readers = new Map<MarkdownFlavour, MarkdownIt>()

/** The reader of a flavour, made once. Raw HTML passes through it, as CommonMark says. */
export function markdownReader(flavour: MarkdownFlavour): MarkdownIt {
  const known = readers.get(flavour)
  if (known) return known
  const reader =
    flavour === 'commonmark' ? createMarkdownIt('commonmark') : createMarkdownIt({ html: true })
  reader.set({ maxNesting: NESTING_MAX_LEVELS })
  reader.core.ruler.after('block', 'nesting', refuseDeep)
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

/** Refuses a document that is nested too deeply: markdown-it leaves out what stands below, without a word. */
function refuseDeep({ tokens }: StateCore): void {
  const isCut = tokens.some(
    ({ nesting, level }, index) =>
      nesting === 1 && level >= NESTING_MAX_LEVELS - 1 && tokens[index + 1]?.nesting === -1,
  )
  if (!isCut) return
  const hint = `Send quotations and lists of at most ${NESTING_MAX_LEVELS / 2} levels.`
  throw badData('The Markdown is nested too deeply.', hint)
}

/** Converts Markdown to HTML. Throws `invalid_input` where it is nested too deeply. */
export function markdownToHtml(markdown: string, flavour: MarkdownFlavour, notes?: Notes): string {
  const environment = {}
  const html = markdownReader(flavour).render(markdown, environment)
  const unused = unusedNotes(environment)
  if (unused.length > 0) {
    notes?.say(`Footnotes that nothing refers to are left out: ${quotedNames(unused)}.`)
  }
  return html
}
