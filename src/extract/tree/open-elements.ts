import { CLOSES_PARAGRAPH, HEADINGS, HOLDS_HTML, SCOPES, SPECIAL, TABLE_CONTEXT } from './tags.ts'

/** Parts of a table; their end tags are stopped only by another table. */
const TABLE_PARTS = new Set(['table', 'td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'caption'])

/**
 * The stack of open elements: which of them a tag closes, as the HTML standard says (13.2.6), without its
 * adoption agency: an end tag of a formatting element that has a block inside does nothing.
 * Time is linear in the number of tags.
 */
export class OpenElements {
  readonly #names: string[] = []
  readonly #open = new Map<string, number>()

  get depth(): number {
    return this.#names.length
  }

  push(name: string): void {
    this.#names.push(name)
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
  }

  pop(): string {
    const name = this.#names.pop() ?? ''
    this.#open.set(name, (this.#open.get(name) ?? 1) - 1)
    return name
  }

  isOpen(name: string): boolean {
    return (this.#open.get(name) ?? 0) > 0
  }

  /** True inside of a part of a drawing or formula that holds HTML. */
  isInText(): boolean {
    for (let at = this.#names.length - 1; at >= 0; at -= 1) {
      const open = this.#names[at]!
      if (HOLDS_HTML.has(open)) return true
      if (open === 'svg' || open === 'math') return false
    }
    return false
  }

  /** The depth to which the end tag of `name` closes; undefined when it closes nothing. */
  depthAfterEnd(name: string): number | undefined {
    if (!this.isOpen(name)) return undefined
    const isPart = TABLE_PARTS.has(name)
    const isSpecial = SPECIAL.has(name)
    for (let at = this.#names.length - 1; at >= 0; at -= 1) {
      const open = this.#names[at]!
      if (open === name) return at
      if (isPart ? open === 'table' : SCOPES.has(open) || (!isSpecial && SPECIAL.has(open))) break
    }
    return undefined
  }

  /** The depth to which the start tag of `name` closes what is open before it; undefined when nothing. */
  depthBeforeStart(name: string): number | undefined {
    const context = TABLE_CONTEXT.get(name)
    if (context) return this.#depthUnder(context)
    let depth: number | undefined
    if (name === 'li') depth = this.#itemDepth('li', 'li')
    else if (name === 'dd' || name === 'dt') depth = this.#itemDepth('dd', 'dt')
    else if (name === 'option') depth = this.#topDepth(name)
    else if (name === 'a') depth = this.depthAfterEnd('a')
    if (CLOSES_PARAGRAPH.has(name)) {
      const paragraph = this.depthAfterEnd('p')
      depth = Math.min(depth ?? Infinity, paragraph ?? Infinity)
      if (HEADINGS.has(name) && depth === Infinity && HEADINGS.has(this.#names.at(-1) ?? '')) {
        depth = this.#names.length - 1
      }
      if (depth === Infinity) depth = undefined
    }
    return depth
  }

  #topDepth(name: string): number | undefined {
    return this.#names.at(-1) === name ? this.#names.length - 1 : undefined
  }

  #depthUnder(context: ReadonlySet<string>): number | undefined {
    if (!this.isOpen('table')) return this.#depthOfLoneCell()
    let at = this.#names.length
    while (at > 0 && !context.has(this.#names[at - 1]!)) at -= 1
    return at
  }

  /** Cells outside of any table, which the standard ignores: each closes the one before. */
  #depthOfLoneCell(): number | undefined {
    const top = this.#names.at(-1) ?? ''
    return TABLE_CONTEXT.has(top) ? this.#names.length - 1 : undefined
  }

  #itemDepth(one: string, other: string): number | undefined {
    if (!this.isOpen(one) && !this.isOpen(other)) return undefined
    for (let at = this.#names.length - 1; at >= 0; at -= 1) {
      const open = this.#names[at]!
      if (open === one || open === other) return at
      if (SPECIAL.has(open) && open !== 'address' && open !== 'div' && open !== 'p') break
    }
    return undefined
  }
}
