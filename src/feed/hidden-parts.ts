import { VOID_ELEMENTS } from '../markup/html/void-elements.ts'
import { readAttributes } from '../markup/xml/scan.ts'

/** Elements whose inside only programs or other players show. */
const FOREIGN = new Set(['applet', 'audio', 'canvas', 'math', 'object', 'svg', 'video'])

const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Follows the tags of an HTML fragment and knows which parts of it a reader does not see. */
export class HiddenParts {
  /** The element that began the part, and how many of its name are open. */
  #name = ''
  #depth = 0
  readonly #foreign: ReadonlySet<string>

  /** `shown` are SVG and MathML elements that are kept nevertheless. */
  constructor(shown: readonly string[] = []) {
    this.#foreign = new Set([...FOREIGN].filter((name) => !shown.includes(name)))
  }

  get isOpen(): boolean {
    return this.#depth > 0
  }

  /** Takes a start tag, its name in lower case; true when it is in a hidden part or begins one. */
  open(name: string, raw: string, isEmpty: boolean): boolean {
    const ends = isEmpty || VOID_ELEMENTS.has(name)
    if (this.#depth > 0) {
      if (name === this.#name && !ends) this.#depth += 1
      return true
    }
    if (!this.#foreign.has(name) && !isHidden(raw)) return false
    if (!ends) {
      this.#name = name
      this.#depth = 1
    }
    return true
  }

  /** Takes an end tag; true when it is in a hidden part or ends one. */
  close(name: string): boolean {
    if (this.#depth === 0) return false
    if (name === this.#name) this.#depth -= 1
    return true
  }
}

function isHidden(raw: string): boolean {
  if (!/hidden|none/i.test(raw)) return false
  const attributes = readAttributes(raw.toLowerCase())
  return (
    attributes.has('hidden') ||
    attributes.get('aria-hidden') === 'true' ||
    HIDING_STYLE.test(attributes.get('style') ?? '')
  )
}
