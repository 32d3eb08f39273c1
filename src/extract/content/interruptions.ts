import type { ElementNode } from '../../markup/html/tree/node.ts'

/** What stands in the middle of a text without parting it; how far above its text the element may be. */
const INTERRUPTIONS = new Set(['figure', 'aside'])
const INTERRUPTION_MAX_LEVELS = 4
/** Blocks left out that are passed over on the way to the next kept one: a page of nothing else must not take forever. */
export const PASSED_MAX_BLOCKS = 50

/** True in a figure or an aside: left out, it does not part what stands before and after it. */
export function isInterruption(owner: ElementNode): boolean {
  let at: ElementNode | undefined = owner
  for (let level = 0; level < INTERRUPTION_MAX_LEVELS && at; level += 1) {
    if (INTERRUPTIONS.has(at.name)) return true
    at = at.parent
  }
  return false
}
