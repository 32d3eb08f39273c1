import { Has } from '../tokens/attribute-bits.ts'
import type { ClassNames } from './class-names.ts'
import type { ElementNode } from './node.ts'

const STYLE = /(?<![\w-])white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces|preserve)/i
/** Classes that name the declaration, and those of poems. */
const CLASS = /(?:^|\s)whitespace-(?:pre|pre-line|pre-wrap|break-spaces)(?:\s|$)/i
const VERSE = /(?:^|\s)(?:verse|poem|poetry|stanza|lyrics|wp-block-verse)(?:\s|$)/i
const PROPERTY = 'white-space'
const DECLARATION =
  /^white-space(?:-collapse)?\s*:\s*(?:pre-line|pre-wrap|break-spaces|preserve)\b/i
/** A selector whose last part is a class, of an element that is not preformatted anyway. */
const SELECTOR = /(?:^|[\s>+~])(?!pre|code|textarea)(?:[a-z]\w*)?\.([\w-]{1,60})$/i
/** Length of a rule of a style sheet that is read, and how many are. */
const RULE_MAX_CHARS = 1000
const RULES_MAX_COUNT = 100

/** Knows the elements in which the ends of lines of the source are seen, as in verse, though they are no code. */
export class KeptLines {
  /** Classes that a style sheet of the page has keep lines. */
  readonly #classes = new Set<string>()

  /** Takes note of a style sheet. */
  addSheet(sheet: string): void {
    let at = sheet.indexOf(PROPERTY)
    for (let count = 0; at !== -1 && count < RULES_MAX_COUNT; count += 1) {
      if (DECLARATION.test(sheet.slice(at, at + 60))) {
        const before = sheet.slice(Math.max(0, at - RULE_MAX_CHARS), at)
        for (const selector of selectorsOf(before)) {
          const name = SELECTOR.exec(selector.trim())?.[1]
          if (name !== undefined) this.#classes.add(name)
        }
      }
      at = sheet.indexOf(PROPERTY, at + PROPERTY.length)
    }
  }

  /** Whether an element keeps the ends of its lines. */
  areIn({ attributes, bits, classes }: ElementNode): boolean {
    if ((bits & Has.style) !== 0 && STYLE.test(attributes['style']!)) return true
    return classes?.derive(this.#keeps) === true
  }

  /** Whether preformatted text is a poem. */
  areVerse(classes: ClassNames | undefined): boolean {
    return classes !== undefined && VERSE.test(classes.text)
  }

  readonly #keeps = (className: string): boolean =>
    CLASS.test(className) ||
    VERSE.test(className) ||
    (this.#classes.size > 0 && className.split(/\s+/).some((name) => this.#classes.has(name)))
}

/** The selectors of the rule that is open at the end of a part of a style sheet. */
function selectorsOf(sheet: string): string[] {
  const end = sheet.lastIndexOf('{')
  const start = Math.max(...['{', '}', ';'].map((sign) => sheet.lastIndexOf(sign, end - 1)))
  return end <= 0 ? [] : sheet.slice(start + 1, end).split(',')
}
