import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { Block } from '../features/block.ts'
import type { ElementStats } from '../features/element-stats.ts'

/** Things that a reader takes as one. */
export type StructureKind =
  | 'list'
  | 'definitions'
  | 'table'
  | 'code'
  | 'quote'
  | 'details'
  | 'address'

/** A part of a page that is kept or left out as a whole, with all blocks inside. */
export interface Structure {
  kind: StructureKind
  element: ElementNode
  /** Index of its first block; `to` is the one after its last. */
  from: number
  to: number
}

const KIND_OF_TAG = new Map<string, StructureKind>([
  ['ul', 'list'],
  ['ol', 'list'],
  ['dl', 'definitions'],
  ['table', 'table'],
  ['pre', 'code'],
  // It stands around blocks only where these are its lines.
  ['code', 'code'],
  ['blockquote', 'quote'],
  ['details', 'details'],
  ['address', 'address'],
])
/** Cells of a table that arranges a page hold more than this on average. */
const CELL_MAX_CHARS = 160
/** Items of a list hold no more blocks than this on average; else they are cards or posts, each of them one thing. */
const ITEM_MAX_BLOCKS = 4
/** Cells of a table hold no more blocks than this on average; else its rows are cards, each of them one thing. */
const CELL_MAX_BLOCKS = 1.5

/** Returns the structures of a page in document order. None is inside another one: what is inside belongs to the whole. */
export function structuresOf(
  blocks: readonly Block[],
  stats: Pick<ElementStats, 'chars' | 'blocks'>,
): Structure[] {
  const layout = new Layout(blocks, stats.chars.length)
  const around = new Outermost(layout, stats)
  const structures: Structure[] = []
  let last: Structure | undefined
  for (let index = 0; index < blocks.length; index += 1) {
    const element = around.of(blocks[index]!.owner)
    if (!element) continue
    if (last?.element !== element) {
      last = { kind: KIND_OF_TAG.get(element.name)!, element, from: index, to: index }
      structures.push(last)
    }
    last.to = index + 1
  }
  return structures
}

/** Tells elements that arrange a page from those that a reader takes as one; most pages need not know all of it. */
class Layout {
  readonly #blocks: readonly Block[]
  readonly #nodesCount: number
  #parted: Uint8Array | undefined
  #cells: ReadonlyMap<ElementNode, number> | undefined

  constructor(blocks: readonly Block[], nodesCount: number) {
    this.#blocks = blocks
    this.#nodesCount = nodesCount
  }

  /** Whether an element has a table, or a heading outside of cells, inside: then it arranges the page. */
  isParted({ id }: ElementNode): boolean {
    this.#parted ??= partedElements(this.#blocks, this.#nodesCount)
    return this.#parted[id] === PARTED
  }

  /** How many cells with text each table has. */
  get cells(): ReadonlyMap<ElementNode, number> {
    return (this.#cells ??= cellsOf(this.#blocks))
  }
}

/** Stand for elements that were not looked at, and for those with no structure around them. */
const UNKNOWN = -2
const NONE = -1

/** Finds the outermost structure around elements; each element is looked at once. */
class Outermost {
  readonly #layout: Layout
  readonly #stats: Pick<ElementStats, 'chars' | 'blocks'>
  /** Outermost structures found so far. */
  readonly #outermost: ElementNode[] = []
  /** Index of the outermost structure around each element, by its id, or one of the two numbers below. */
  readonly #found: Int32Array

  constructor(layout: Layout, stats: Pick<ElementStats, 'chars' | 'blocks'>) {
    this.#layout = layout
    this.#stats = stats
    this.#found = new Int32Array(stats.chars.length).fill(UNKNOWN)
  }

  /** The outermost structure around an element, itself included. */
  of(owner: ElementNode): ElementNode | undefined {
    const path: ElementNode[] = []
    let at: ElementNode | undefined = owner
    while (at && this.#found[at.id] === UNKNOWN) {
      path.push(at)
      at = at.parent
    }
    let around = at ? this.#found[at.id]! : NONE
    for (let index = path.length - 1; index >= 0; index -= 1) {
      const element = path[index]!
      if (around === NONE && isStructure(element, this.#layout, this.#stats)) {
        around = this.#outermost.push(element) - 1
      }
      this.#found[element.id] = around
    }
    return this.#outermost[around]
  }
}

function isStructure(
  element: ElementNode,
  layout: Layout,
  { chars, blocks }: Pick<ElementStats, 'chars' | 'blocks'>,
): boolean {
  const kind = KIND_OF_TAG.get(element.name)
  if (kind === undefined) return false
  const count = blocks[element.id]!
  switch (kind) {
    case 'code':
    case 'details':
      return true
    case 'table':
      return (
        !layout.isParted(element) &&
        chars[element.id]! <= CELL_MAX_CHARS * count &&
        count <= CELL_MAX_BLOCKS * (layout.cells.get(element) ?? 0)
      )
    case 'quote':
    case 'address':
      return !layout.isParted(element)
    default:
      return !layout.isParted(element) && count <= ITEM_MAX_BLOCKS * childElements(element)
  }
}

function childElements({ first }: ElementNode): number {
  let count = 0
  for (let at = first; at; at = at.next) if (!at.isText) count += 1
  return count
}

const SEEN = 1
const PARTED = 2

/** States of elements around blocks, by id: `PARTED` for those with a table inside, or a heading outside of cells. */
function partedElements(blocks: readonly Block[], nodesCount: number): Uint8Array {
  const states = new Uint8Array(nodesCount)
  for (let index = 0; index < blocks.length; index += 1) {
    let state = SEEN
    let at: ElementNode | undefined = blocks[index]!.owner
    // What stands around an element that was seen was looked at with it.
    while (at && states[at.id]! < state) {
      states[at.id] = state
      if ((at.isHeading && !isInCell(at)) || at.name === 'table') state = PARTED
      at = at.parent
    }
  }
  return states
}

function cellsOf(blocks: readonly Block[]): Map<ElementNode, number> {
  const cells = new Map<ElementNode, number>()
  let last: ElementNode | undefined
  for (let index = 0; index < blocks.length; index += 1) {
    const cell = nearest(blocks[index]!.owner, CELLS)
    if (!cell || cell === last) continue
    last = cell
    const table = nearest(cell, TABLE)
    if (table) cells.set(table, (cells.get(table) ?? 0) + 1)
  }
  return cells
}

function isInCell({ parent }: ElementNode): boolean {
  return parent?.name === 'td' || parent?.name === 'th'
}

const CELLS = new Set(['td', 'th', 'caption'])
const TABLE = new Set(['table'])

function nearest(owner: ElementNode, names: ReadonlySet<string>): ElementNode | undefined {
  let at: ElementNode | undefined = owner
  while (at && !names.has(at.name)) at = at.parent
  return at
}
