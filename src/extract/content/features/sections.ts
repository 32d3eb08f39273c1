import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { Block } from './block.ts'

/** Headings of these levels begin a section of the page; those below may be titles of single items. */
const SECTION_HEADINGS = new Set(['h1', 'h2'])

/** What stands over each block: a heading, or the first words of the elements around it. */
export interface Sections {
  /** For each block the index of the last heading of the first two levels before it, -1 when there is none. */
  headings: Int32Array
  /** For each element, by id, the index of the first block inside. */
  firsts: Int32Array
}

/** Finds what stands over each block. */
export function sectionsOf(blocks: readonly Block[]): Sections {
  let size = 1
  for (let index = 0; index < blocks.length; index += 1) {
    size = Math.max(size, blocks[index]!.owner.id + 1)
  }
  const firsts = new Int32Array(size).fill(-1)
  const headings = new Int32Array(blocks.length)
  let heading = -1
  for (let index = 0; index < blocks.length; index += 1) {
    const { owner } = blocks[index]!
    for (let at: ElementNode | undefined = owner; at && firsts[at.id] === -1; at = at.parent) {
      firsts[at.id] = index
    }
    headings[index] = heading
    if (SECTION_HEADINGS.has(owner.name)) heading = index
    else if (owner.parent && SECTION_HEADINGS.has(owner.parent.name)) heading = index
  }
  return { headings, firsts }
}

/**
 * Writes, from `place` on, the minimum and the maximum of the known values of the first blocks of the
 * elements around block `index`; -1 for none.
 */
export function rangeAbove(
  { firsts }: Sections,
  owner: ElementNode,
  index: number,
  values: Float32Array,
  out: Float32Array,
  place: number,
): void {
  let min = Infinity
  let max = -Infinity
  let before = index
  for (let at: ElementNode | undefined = owner; at; at = at.parent) {
    const first = firsts[at.id]!
    if (first === before) continue
    before = first
    min = Math.min(min, values[first]!)
    max = Math.max(max, values[first]!)
  }
  out[place] = min > max ? -1 : min
  out[place + 1] = min > max ? -1 : max
}
