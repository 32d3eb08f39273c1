import type { ElementNode } from './tree/node.ts'
import type { PageTree } from './tree/parse-page.ts'

/** Elements that Markdown cannot hold in a cell. */
const BLOCKS_IN_CELLS = new Set('table ul ol dl h1 h2 h3 h4 h5 h6 hr blockquote pre'.split(' '))
const PARTS = new Set('caption td th tr thead tbody tfoot'.split(' '))

/** What of a table is kept. */
interface TableFacts {
  rows: number
  /** Cells of the row with the most of them. */
  widest: number
  holdsBlocks: boolean
}

/**
 * For each node 1 when it is a table, or a part of one, that Markdown cannot hold or that only arranges the page:
 * with lists, headings, code or tables inside, of a single column or of a single row. One pass over the nodes.
 */
export function layoutTables({ nodes }: PageTree, kept: Uint8Array): Uint8Array {
  const isLayout = new Uint8Array(nodes.length)
  /** For each node the id of the nearest table around it, itself included. */
  const tableOf = new Int32Array(nodes.length)
  const facts = new Map<number, TableFacts>()
  const cells = new Map<ElementNode, number>()
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    const outer = tableOf[node.parent?.id ?? 0]!
    tableOf[id] = outer
    if (node.isText || kept[id] === 0) continue
    const table = facts.get(outer)
    if (table && BLOCKS_IN_CELLS.has(node.name)) table.holdsBlocks = true
    if (node.name === 'table') {
      tableOf[id] = id
      facts.set(id, { rows: 0, widest: 0, holdsBlocks: false })
    } else if (table && node.name === 'tr') table.rows += 1
    else if (table && (node.name === 'td' || node.name === 'th') && node.parent) {
      const count = (cells.get(node.parent) ?? 0) + 1
      cells.set(node.parent, count)
      table.widest = Math.max(table.widest, count)
    }
  }
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (node.isText || (node.name !== 'table' && !PARTS.has(node.name))) continue
    const table = facts.get(tableOf[id]!)
    if (!table || table.holdsBlocks || table.rows < 2 || table.widest < 2) isLayout[id] = 1
  }
  return isLayout
}
