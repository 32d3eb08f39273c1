import { leadsToPanel } from '../tree/collapsible.ts'
import type { ElementNode, TreeNode } from '../tree/node.ts'
import { calloutOf } from './callouts.ts'
import { isCodeBlock } from './code.ts'

/** Elements that are kept whole where anything of them is. */
const WHOLES = new Set(['math', 'mjx-container', 'svg', 'details', 'pre'])
const SET_CLASS = /(?:^|\s)(?:katex|MathJax|MathJax_Display|mjx-chtml|MathJax_CHTML)(?:\s|$)/
/** Nodes of a remark or a collapsed part, beyond which it is rather a part of the page. */
const PART_MAX_NODES = 4000

/**
 * Keeps all of what cannot be kept in part: formulas, code, remarks, collapsed parts with what opens them. `kept` is changed.
 * One pass over the nodes.
 */
export function completeStructures(nodes: readonly TreeNode[], kept: Uint8Array): void {
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (node.isText) continue
    const panel = leadsToPanel(node)
    if (
      panel &&
      (kept[id] === 1 || kept[panel.id] === 1) &&
      panel.end - panel.id < PART_MAX_NODES
    ) {
      keepWhole(node, kept)
      keepWhole(panel, kept)
    }
    if (kept[id] === 1 && isWhole(node, nodes)) keepWhole(node, kept)
  }
}

function isWhole(element: ElementNode, nodes: readonly TreeNode[]): boolean {
  const { name, attributes, id, end } = element
  const className = attributes['class']
  if (WHOLES.has(name)) return end - id < PART_MAX_NODES
  if (className === undefined && name !== 'aside') return false
  if (className !== undefined && (SET_CLASS.test(className) || isCodeBlock(element))) return true
  return end - id < PART_MAX_NODES && calloutOf(element, nodes) !== undefined
}

function keepWhole(element: ElementNode, kept: Uint8Array): void {
  kept.fill(1, element.id, element.end)
  for (let at = element.parent; at && kept[at.id] === 0; at = at.parent) kept[at.id] = 1
}
