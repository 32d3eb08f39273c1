import type { PageTree } from '../../../markup/html/parse-page.ts'
import { blockAround, type ElementNode, type TreeNode } from '../../../markup/html/tree/node.ts'
import type { PageBlocks } from '../features/block.ts'

/** What stands in the middle of a text without parting it; how far above its text the element may be. */
const INTERRUPTIONS = new Set(['figure', 'aside'])
const INTERRUPTION_MAX_LEVELS = 4
/** Blocks left out that are passed over on the way to the next kept one: a page of nothing else must not take forever. */
export const PASSED_MAX_BLOCKS = 50

/**
 * For each node of a page 1 when it is written: the text of kept blocks, everything around it, and the
 * images, lines and breaks that stand among kept text.
 */
export function keptNodes(
  { nodes }: PageTree,
  { blocks, blockOf }: PageBlocks,
  keeps: Uint8Array,
): Uint8Array {
  const kept = new Uint8Array(nodes.length)
  kept[0] = 1
  // What was left out of a figure or an aside does not part what stands before and after it.
  const parts = new Uint8Array(blocks.length)
  for (let index = 0; index < blocks.length; index += 1) {
    parts[index] = keeps[index] === 0 && isInterruption(blocks[index]!.owner) ? 0 : 1
  }
  const next = nextKept(blockOf, keeps, parts)
  let isAfterKept = false
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    const block = blockOf[id]!
    if (block >= 0 && parts[block] === 1) isAfterKept = keeps[block] === 1
    const isKept =
      block >= 0
        ? keeps[block] === 1
        : node.isText
          ? isAfterKept || next[id] === 1
          : node.isVoid && staysWithText(node, kept, isAfterKept, next[id] === 1)
    if (isKept) keepWithParents(node, kept)
  }
  return kept
}

/** Things without text stay where kept text is on both sides, or in the same block. */
function staysWithText(
  node: ElementNode,
  kept: Uint8Array,
  isAfterKept: boolean,
  isBeforeKept: boolean,
): boolean {
  if (isAfterKept && isBeforeKept) return true
  const owner = blockAround(node)
  const isInside = owner?.parent !== undefined && kept[owner.id] === 1
  return isInside && (isAfterKept || isBeforeKept)
}

/** For each node 1 when the next text after it is kept. */
function nextKept(blockOf: Int32Array, keeps: Uint8Array, parts: Uint8Array): Uint8Array {
  const next = new Uint8Array(blockOf.length)
  let isKept = 0
  for (let id = blockOf.length - 1; id >= 0; id -= 1) {
    next[id] = isKept
    const block = blockOf[id]!
    if (block >= 0 && parts[block] === 1) isKept = keeps[block]!
  }
  return next
}

function keepWithParents(node: TreeNode, kept: Uint8Array): void {
  for (let at: TreeNode | undefined = node; at && kept[at.id] === 0; at = at.parent) kept[at.id] = 1
}

/** True in a figure or an aside: left out, it does not part what stands before and after it. */
export function isInterruption(owner: ElementNode): boolean {
  let at: ElementNode | undefined = owner
  for (let level = 0; level < INTERRUPTION_MAX_LEVELS && at; level += 1) {
    if (INTERRUPTIONS.has(at.name)) return true
    at = at.parent
  }
  return false
}
