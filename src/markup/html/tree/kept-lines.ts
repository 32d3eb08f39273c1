import { Has } from '../tokens/attribute-bits.ts'
import { ClassPattern } from './class-names.ts'
import type { ElementNode } from './node.ts'
import { StyleRules } from './style-sheets.ts'

const KEEPING = /(?<![\w-])white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces|preserve)/i
const KEEPING_RULE =
  /^white-space(?:-collapse)?\s*:\s*(?:pre-line|pre-wrap|break-spaces|preserve)\b/i
/** Classes that name the declaration, and those of poems. */
const KEEPING_CLASS = new ClassPattern(
  /(?:^|\s)(?:whitespace-(?:pre|pre-line|pre-wrap|break-spaces)|verse|poem|poetry|stanza|lyrics|wp-block-verse)(?:\s|$)/i,
)
/** Names of preformatted poems, and of boxes around them. */
const VERSE_NAME = /(?:^|[\s_-])(?:verses?|verseblock|poems?|poetry|stanzas?|lyrics)(?:[\s_-]|$)/i
const MADE_LINE = /(?<![\w-])display\s*:\s*(?:block|flex|grid|table-row|list-item)/i
const MADE_LINE_RULE = /^display\s*:\s*(?:block|flex|grid|table-row|list-item)\b/i
const MADE_LINE_CLASS = /(?:^|\s)(?:block|flex|grid|table-row|d-block|d-flex)(?:\s|$)/

/** Knows of styles that decide where the lines of a text end. */
export class KeptLines {
  readonly #keeping = new StyleRules('white-space', KEEPING_RULE)
  readonly #making = new StyleRules('display', MADE_LINE_RULE)

  /** Takes note of a style sheet. */
  addSheet(sheet: string): void {
    this.#keeping.add(sheet)
    this.#making.add(sheet)
  }

  /** Whether the ends of lines of the source are seen in an element, as in verse, though it is no code. */
  areIn(element: ElementNode): boolean {
    const { attributes, bits, classes } = element
    if ((bits & Has.style) !== 0 && KEEPING.test(attributes['style']!)) return true
    return classes?.matches(KEEPING_CLASS) === true || this.#keeping.areFor(element)
  }

  /** Whether an element of code, in `parent`, is a line of it by its style. */
  isLine(element: ElementNode, parent: ElementNode): boolean {
    const { attributes, bits, classes } = element
    if ((bits & Has.style) !== 0 && MADE_LINE.test(attributes['style']!)) return true
    if (classes && MADE_LINE_CLASS.test(classes.text)) return true
    return this.#making.areFor(element, parent)
  }
}

/** Whether preformatted text is a poem, by its class or that of the box that it is in. */
export function isVerse(className: string | undefined, parent: ElementNode): boolean {
  return VERSE_NAME.test(`${className ?? ''} ${parent.classes?.text ?? ''}`)
}
