import type { Attributes } from '../tokens/attributes.ts'
import { childrenOf, type ElementNode, linkNodes, type TreeNode } from './node.ts'

/** Depth below which what a component draws is left out, for what is in it. */
const DEPTH_MAX_LEVELS = 512

/** Whether a template is what its parent element draws in place of what is in it (declarative shadow DOM). */
export function isShadowRoot(name: string, { shadowrootmode: mode }: Attributes): boolean {
  return name === 'template' && mode !== undefined && /^(?:open|closed)$/i.test(mode)
}

/** Parts of a page that components draw, and places in them for what the page says in the component. */
export class ShadowParts {
  /** Drawn parts, by the element that draws them. */
  readonly #drawn = new Map<TreeNode, ElementNode>()
  readonly #templates = new Set<TreeNode>()

  /** Records the template of a component; the first one of an element counts. */
  add(template: ElementNode): void {
    this.#templates.add(template)
    const { parent } = template
    if (parent?.parent && !this.#drawn.has(parent)) this.#drawn.set(parent, template)
  }

  /** Puts what components draw in the place of what is in them, and that where the former says. */
  settle(nodes: TreeNode[]): void {
    if (this.#templates.size === 0) return
    const filled = this.#fill(nodes)
    const placed: TreeNode[] = []
    const open: { node: ElementNode; inside: readonly TreeNode[]; at: number }[] = []
    const enter = (node: ElementNode): void => {
      const template = open.length < DEPTH_MAX_LEVELS ? this.#drawn.get(node) : undefined
      const inside = filled.get(node) ?? childrenOf(template ?? node)
      open.push({ node, inside, at: 0 })
    }
    placed.push(nodes[0]!)
    enter(nodes[0] as ElementNode)
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const child = top.inside[top.at]
      top.at += 1
      if (!child) open.pop()
      else if (!this.#templates.has(child)) {
        child.parent = top.node
        placed.push(child)
        if (!child.isText) enter(child)
      }
    }
    placed.forEach((node, id) => (nodes[id] = node))
    nodes.length = placed.length
    linkNodes(nodes)
  }

  /** What stands in each place that the page fills. */
  #fill(nodes: readonly TreeNode[]): Map<TreeNode, readonly TreeNode[]> {
    const filled = new Map<TreeNode, readonly TreeNode[]>()
    for (const [host, template] of this.#drawn) {
      const said = new Map<string, TreeNode[]>()
      for (const child of childrenOf(host as ElementNode)) {
        if (this.#templates.has(child)) continue
        const place = child.isText ? '' : (child.attributes['slot'] ?? '')
        const known = said.get(place)
        if (known) known.push(child)
        else said.set(place, [child])
      }
      for (let id = template.id + 1; id < template.end; id += 1) {
        const node = nodes[id]!
        if (node.isText) continue
        if (this.#templates.has(node)) id = node.end - 1
        else if (node.name === 'slot') {
          const place = node.attributes['name'] ?? ''
          const inside = said.get(place)
          if (inside) filled.set(node, inside)
          said.delete(place)
        }
      }
    }
    return filled
  }
}
