import { cleanText } from '../../lib/text.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'

/** Titles of abbreviations that are longer are no expansions. */
const EXPANSION_MAX_CHARS = 80
const SHORT_MAX_CHARS = 40

/** The text of an element that holds only a little of it; undefined when there is more inside. */
export function shortText(element: ElementNode, nodes: readonly TreeNode[]): string | undefined {
  let text = ''
  for (let id = element.id + 1; id < element.end; id += 1) {
    const node = nodes[id]!
    if (node.isText) text += node.data
    else if (node.name === 'img' || leads(node)) return undefined
    if (text.length > SHORT_MAX_CHARS) return undefined
  }
  return text
}

/** Whether an element leads out of the page. */
function leads({ name, attributes }: ElementNode): boolean {
  return name === 'a' && attributes['href'] !== undefined && !attributes['href'].startsWith('#')
}

/** Knows what the abbreviations of a page stand for. */
export class Abbreviations {
  readonly #nodes: readonly TreeNode[]
  /** Abbreviations that have been expanded. */
  readonly #expanded = new Set<string>()

  constructor(nodes: readonly TreeNode[]) {
    this.#nodes = nodes
  }

  /** What an abbreviation stands for, once for each, where the page says it; empty for all others. */
  expand(element: ElementNode): string {
    const expansion = cleanText(element.attributes['title'] ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (expansion === '' || expansion.length > EXPANSION_MAX_CHARS) return ''
    const text = shortText(element, this.#nodes)?.trim() ?? ''
    // In links and tables the name in full stands beside it as a rule.
    if (/^(?:a|td|th)$/.test(element.parent?.name ?? '')) return ''
    if (text === '' || text.length >= expansion.length || this.#expanded.has(text)) return ''
    this.#expanded.add(text)
    return expansion
  }
}
