import { compile, type Options } from 'css-select'
import { OperationError } from '../../contract/errors.ts'
import type { PageTree } from '../../markup/html/parse-page.ts'
import { type ElementNode, removeElements, type TreeNode } from '../../markup/html/tree/node.ts'
import { SELECTOR_MAX_STEPS } from '../limits.ts'

/**
 * The elements that match any of the selectors (see `isSelector`), in document order, also those inside of one another.
 * The body is an element as well; what the tree leaves out, such as hidden elements, never matches. Throws `unparsable`
 * after `SELECTOR_MAX_STEPS`: a selector can try every combination of the elements around one another.
 */
export function selectElements(tree: PageTree, selectors: readonly string[]): ElementNode[] {
  const options = optionsFor(tree)
  const matchers = selectors.map((selector) => compile<TreeNode, ElementNode>(selector, options))
  return tree.nodes.filter(
    (node): node is ElementNode => !node.isText && matchers.some((matches) => matches(node)),
  )
}

/** Only those elements that lie in none of the others; both in document order. */
function outermost(elements: readonly ElementNode[]): ElementNode[] {
  let end = 0
  return elements.filter((element) => {
    if (element.id < end) return false
    end = element.end
    return true
  })
}

function optionsFor({ root, bodyClass }: PageTree): Options<TreeNode, ElementNode> {
  const children = new WeakMap<ElementNode, TreeNode[]>()
  let steps = 0
  const step = (): void => {
    steps += 1
    if (steps > SELECTOR_MAX_STEPS) throw tooManySteps()
  }
  const childrenOf = (node: TreeNode): TreeNode[] => {
    if (node.isText) return []
    const known = children.get(node)
    if (known) return known
    const list: TreeNode[] = []
    for (let child = node.first; child; child = child.next) list.push(child)
    children.set(node, list)
    return list
  }
  const attribute = (element: ElementNode, name: string): string | undefined => {
    if (element === root) return name === 'class' ? bodyClass : undefined
    return Object.hasOwn(element.attributes, name) ? element.attributes[name] : undefined
  }
  return {
    adapter: {
      isTag: (node): node is ElementNode => {
        step()
        return !node.isText
      },
      getAttributeValue: attribute,
      hasAttrib: (element, name) => attribute(element, name) !== undefined,
      getName: (element) => (element === root ? 'body' : element.name),
      getParent: (element) => element.parent ?? null,
      getChildren: childrenOf,
      getSiblings: (node) => (node.parent ? childrenOf(node.parent) : [node]),
      getText: (node) => nodeText(node, step),
      removeSubsets: (nodes) => nodes,
    },
  }
}

/** The text in a node. */
function nodeText(node: TreeNode, step: () => void): string {
  if (node.isText) return node.data
  let text = ''
  let inside: TreeNode | undefined = node.first
  while (inside) {
    step()
    if (inside.isText) text += inside.data
    if (!inside.isText && inside.first) {
      inside = inside.first
      continue
    }
    while (inside !== node && inside && !inside.next) inside = inside.parent
    inside = inside === node ? undefined : inside?.next
  }
  return text
}

function tooManySteps(): OperationError {
  return new OperationError('unparsable', 'The selector takes too long on this page.', {
    hint: 'Use a simpler selector: fewer descendants of descendants, a class or an id instead.',
    fields: { reason: 'slow_selector' },
  })
}

/** Takes the elements that match any of the selectors out of the tree. */
export function excludeElements(tree: PageTree, selectors: readonly string[]): void {
  const excluded = new Set(selectElements(tree, selectors))
  removeElements(tree.nodes, (element) => excluded.has(element))
}

/**
 * Marks by node id, with 1, everything in the chosen elements that are still in the tree, and what they lie in. Throws
 * `unparsable` when there is none.
 */
export function selectNodes(tree: PageTree, chosen: readonly ElementNode[]): Uint8Array {
  const kept = new Uint8Array(tree.nodes.length)
  const elements = outermost(chosen.filter((element) => tree.nodes[element.id] === element))
  if (elements.length === 0) throw nothingMatches()
  for (const element of elements) {
    kept.fill(1, element.id, element.end)
    for (let outer = element.parent; outer; outer = outer.parent) kept[outer.id] = 1
  }
  return kept
}

function nothingMatches(): OperationError {
  return new OperationError('unparsable', 'Nothing on the page matches the selector.', {
    hint:
      'Leave `selector` out, or use another. Hidden elements, scripts, frames and what scripts add ' +
      'are not seen, and neither are elements that a browser adds, such as tbody.',
    fields: { reason: 'no_match' },
  })
}
