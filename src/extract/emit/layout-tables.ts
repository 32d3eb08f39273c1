import type { PageTree } from '../../markup/html/parse-page.ts'
import type { ElementNode } from '../../markup/html/tree/node.ts'

/** Elements that Markdown cannot hold in a cell, and that cells of data do not hold. */
const BLOCKS_IN_CELLS = new Set('dl h1 h2 h3 h4 h5 h6 hr blockquote'.split(' '))
/** Elements that data cells may hold too: in tables without headers code indicates a layout, as do long lists. */
const LISTS_IN_CELLS = new Set('ul ol'.split(' '))
/** Elements that only tables of data have. */
const SIGNS_OF_DATA = new Set('th thead caption'.split(' '))
/** Nodes per cell of a table of data, at most, where cells hold blocks. */
const CELL_MAX_NODES = 12
const PARTS = new Set('caption td th tr thead tbody tfoot'.split(' '))
const PART_NAMES = ['table', ...PARTS]

/** What of a table is kept. */
interface TableFacts {
  /** The table that it stands in. */
  around: TableFacts | undefined
  /** The id after that of its last node. */
  end: number
  rows: number
  /** Cells of the row with the most of them. */
  widest: number
  holdsBlocks: boolean
  holdsCode: boolean
  holdsLists: boolean
  holdsTables: boolean
  /** Nodes and cells inside. */
  nodes: number
  cells: number
  isData: boolean
  isPresentation: boolean
  /** Ids of the table and its parts. */
  parts: number[]
}

/**
 * For each node 1 when it is a table, or a part of one, that Markdown cannot hold or that only arranges the page:
 * with tables inside, with headings, lists or code where no header is, of a single column, or of a single row without one.
 * One pass over the nodes.
 */
export function layoutTables({ nodes, names }: PageTree, kept: Uint8Array): Uint8Array {
  const isLayout = new Uint8Array(nodes.length)
  if (!PART_NAMES.some((name) => names.has(name))) return isLayout
  let table: TableFacts | undefined
  const cells = new Map<ElementNode, number>()
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (node.isText) continue
    if (kept[id] === 0) {
      id = node.end - 1
      continue
    }
    const { name } = node
    while (table && id >= table.end) table = settled(table, isLayout)
    if (name === 'table') {
      if (table) table.holdsTables = true
      table = newFacts(node, table)
    } else if (table) note(table, node, cells)
    else if (PARTS.has(name)) isLayout[id] = 1
  }
  while (table) table = settled(table, isLayout)
  return isLayout
}

function newFacts(
  { id, end, attributes }: ElementNode,
  around: TableFacts | undefined,
): TableFacts {
  return {
    around,
    end,
    rows: 0,
    widest: 0,
    holdsBlocks: false,
    holdsCode: false,
    holdsLists: false,
    holdsTables: false,
    nodes: end - id,
    cells: 0,
    isData: false,
    isPresentation: /^(?:presentation|none)$/i.test(attributes['role'] ?? ''),
    parts: [id],
  }
}

function note(table: TableFacts, node: ElementNode, cells: Map<ElementNode, number>): void {
  const { name, parent } = node
  if (BLOCKS_IN_CELLS.has(name)) table.holdsBlocks = true
  else if (LISTS_IN_CELLS.has(name)) table.holdsLists = true
  else if (name === 'pre') table.holdsCode = true
  else if (PARTS.has(name)) {
    table.parts.push(node.id)
    if (SIGNS_OF_DATA.has(name)) table.isData = true
    if (name === 'tr') table.rows += 1
    else if ((name === 'td' || name === 'th') && parent) {
      const count = (cells.get(parent) ?? 0) + 1
      cells.set(parent, count)
      table.cells += 1
      table.widest = Math.max(table.widest, count)
    }
  }
}

/** Marks the parts of a table that has ended, if it only arranges the page; returns the one around it. */
function settled(table: TableFacts, isLayout: Uint8Array): TableFacts | undefined {
  if (arranges(table)) for (const id of table.parts) isLayout[id] = 1
  return table.around
}

function arranges({ rows, widest, isData, ...table }: TableFacts): boolean {
  const isWide = widest >= 2 && (rows >= 2 || (isData && rows === 1))
  if (table.isPresentation || table.holdsTables || !isWide) return true
  // Cells with headers hold headings and quotations that are short.
  const isLong = table.nodes > CELL_MAX_NODES * table.cells
  if (table.holdsBlocks && (!isData || isLong)) return true
  return !isData && (table.holdsCode || (table.holdsLists && isLong))
}
