import type { PageTree } from '../../markup/html/parse-page.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'

/** Labels of buttons that copy code. */
const LABEL =
  /^\s*(?:copy|copied|copy (?:code|snippet|text|to clipboard)|copied to clipboard)[!.]?\s*$/i
const LABEL_MAX_CHARS = 40
/** Nodes without text between a label and code, and elements around either. */
const BETWEEN_MAX_NODES = 20
const AROUND_MAX_LEVELS = 20

/** Ids of elements that hold nothing but the name of the action to copy the code right before or after them. */
export function findCopyLabels({ nodes, names }: PageTree): Set<number> {
  const labels = new Set<number>()
  if (!names.has('pre') && !names.has('code')) return labels
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (!node.isText || node.data.length > LABEL_MAX_CHARS || !LABEL.test(node.data)) continue
    const { parent } = node
    if (!parent || isInCode(node) || (!isCode(nodes, id, 1) && !isCode(nodes, id, -1))) continue
    if (holdsOnly(parent, node)) labels.add(parent.id)
  }
  return labels
}

/** Whether the next text in a direction is code. */
function isCode(nodes: readonly TreeNode[], from: number, step: 1 | -1): boolean {
  for (let count = 1; count < BETWEEN_MAX_NODES; count += 1) {
    const node = nodes[from + count * step]
    if (!node) return false
    if (node.isText && node.ink > 0) return isInCode(node)
  }
  return false
}

function isInCode({ parent }: TreeNode): boolean {
  let at = parent
  for (let level = 0; at && level < AROUND_MAX_LEVELS; level += 1) {
    if (at.name === 'pre' || at.name === 'code') return true
    at = at.parent
  }
  return false
}

function holdsOnly({ first }: ElementNode, text: TreeNode): boolean {
  for (let child = first; child; child = child.next) {
    if (child !== text && child.isText && child.ink > 0) return false
  }
  return true
}
