import { OperationError } from '../contract/errors.ts'
import type { PageTree } from '../markup/html/parse-page.ts'
import { type ElementNode, removeElements } from '../markup/html/tree/node.ts'
import { outermost, selectElements } from './select-elements.ts'

/** Takes the elements that match any of the selectors out of the tree. */
export function excludeElements(tree: PageTree, selectors: readonly string[]): void {
  const excluded = new Set(selectElements(tree, selectors))
  removeElements(tree.nodes, (element) => excluded.has(element))
}

/**
 * By node id, 1 for everything in the chosen elements that are still in the tree, and for what they lie in. Throws
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
