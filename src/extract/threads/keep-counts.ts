import { blockAround, type ElementNode, type TreeNode } from '../../markup/html/tree/node.ts'

/** Lines that count points or comments from which on a page lists what others talk about. */
const LINES_MIN_COUNT = 5
/** Nodes that the title of an entry may stand before its counts. */
const TITLE_MAX_NODES = 40
const LINE_MAX_NODES = 60
const COUNT_MAX_CHARS = 40
const COUNT =
  /^\W*\d[\d,.]*k?[\s\u00A0]*(?:points?|comments?|votes?|upvotes?|replies|answers?|kommentare|commentaires|comentarios)\b/i

/** Keeps the points and the numbers of comments of entries that were chosen, on pages that list what others talk about. */
export function keepCounts(nodes: readonly TreeNode[], kept: Uint8Array): Uint8Array {
  const lines = new Set<ElementNode>()
  let last = -TITLE_MAX_NODES
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (!node.isText) continue
    const line = node.data.length <= COUNT_MAX_CHARS && COUNT.test(node.data) && blockAround(node)
    if (line && line.id - last <= TITLE_MAX_NODES && line.end - line.id <= LINE_MAX_NODES) {
      lines.add(line)
    } else if (kept[id] === 1) last = id
  }
  if (lines.size < LINES_MIN_COUNT) return kept
  const all = kept.slice()
  for (const line of lines) {
    all.fill(1, line.id, line.end)
    for (let at = line.parent; at && all[at.id] === 0; at = at.parent) all[at.id] = 1
  }
  return all
}
