import type { ElementNode } from '../tree/node.ts'
import type { Block } from './block.ts'
import type { ElementStats } from './element-stats.ts'

/** Things that a reader takes as one. */
export type StructureKind = 'list' | 'definitions' | 'table' | 'code' | 'quote' | 'details'

/** A part of a page that is kept or left out as a whole, with all blocks inside. */
export interface Structure {
  kind: StructureKind
  element: ElementNode
  /** Its blocks: those from `from` on and before `to`. */
  from: number
  to: number
}

const KIND_OF_TAG = new Map<string, StructureKind>([
  ['ul', 'list'],
  ['ol', 'list'],
  ['dl', 'definitions'],
  ['table', 'table'],
  ['pre', 'code'],
  ['blockquote', 'quote'],
  ['details', 'details'],
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
  const layout = new Layout(blocks)
  const known = new Map<ElementNode, ElementNode | undefined>()
  const structures: Structure[] = []
  let last: Structure | undefined
  for (let index = 0; index < blocks.length; index += 1) {
    const element = structureAround(blocks[index]!.owner, known, layout, stats)
    if (!element) continue
    if (last?.element !== element) {
      last = { kind: KIND_OF_TAG.get(element.name)!, element, from: index, to: index }
      structures.push(last)
    }
    last.to = index + 1
  }
  return structures
}

/** What tells things that arrange a page from those that a reader takes as one; most pages need not know all of it. */
class Layout {
  readonly #blocks: readonly Block[]
  #parted: ReadonlySet<ElementNode> | undefined
  #cells: ReadonlyMap<ElementNode, number> | undefined

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks
  }

  /** Elements with a table, or a heading outside of cells, inside. */
  get parted(): ReadonlySet<ElementNode> {
    return (this.#parted ??= partedElements(this.#blocks))
  }

  /** How many cells with text each table has. */
  get cells(): ReadonlyMap<ElementNode, number> {
    return (this.#cells ??= cellsOf(this.#blocks))
  }
}

/** The outermost structure around an element, itself included. */
function structureAround(
  owner: ElementNode,
  known: Map<ElementNode, ElementNode | undefined>,
  layout: Layout,
  stats: Pick<ElementStats, 'chars' | 'blocks'>,
): ElementNode | undefined {
  const path: ElementNode[] = []
  let at: ElementNode | undefined = owner
  while (at && !known.has(at)) {
    path.push(at)
    at = at.parent
  }
  let around = at && known.get(at)
  for (const element of path.toReversed()) {
    if (!around && isStructure(element, layout, stats)) around = element
    known.set(element, around)
  }
  return around
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
        !layout.parted.has(element) &&
        chars[element.id]! <= CELL_MAX_CHARS * count &&
        count <= CELL_MAX_BLOCKS * (layout.cells.get(element) ?? 0)
      )
    case 'quote':
      return !layout.parted.has(element)
    default:
      return !layout.parted.has(element) && count <= ITEM_MAX_BLOCKS * childElements(element)
  }
}

function childElements({ first }: ElementNode): number {
  let count = 0
  for (let at = first; at; at = at.next) if (!at.isText) count += 1
  return count
}

/** The elements with a table, or a heading outside of cells, inside: these arrange the page. */
function partedElements(blocks: readonly Block[]): Set<ElementNode> {
  const parted = new Set<ElementNode>()
  for (let index = 0; index < blocks.length; index += 1) {
    const { owner } = blocks[index]!
    let isParted = false
    let at: ElementNode | undefined = owner
    while (at && !parted.has(at)) {
      if (isParted) parted.add(at)
      if ((at.isHeading && !isInCell(at)) || at.name === 'table') isParted = true
      at = at.parent
    }
  }
  return parted
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
