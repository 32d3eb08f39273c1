import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { PageSignals } from '../features/block-features.ts'
import { Flag } from '../features/element-stats.ts'

/** Keeps the head of a table of which anything is kept: its first row with text, if that is all heads of columns. */
export function keepTableHeads({ blocks, stats }: PageSignals, keeps: Uint8Array): void {
  const cells = blocks.map(({ owner }) =>
    (stats.flags[owner.id]! & Flag.table) === 0 ? undefined : cellAround(owner),
  )
  const tables = new Map<ElementNode, { head: ElementNode; isHead: boolean; isKept: boolean }>()
  cells.forEach((cell, index) => {
    if (!cell) return
    const { name, row, table } = cell
    let known = tables.get(table)
    if (!known) tables.set(table, (known = { head: row, isHead: true, isKept: false }))
    if (row === known.head && name === 'td') known.isHead = false
    if (keeps[index] === 1) known.isKept = true
  })
  cells.forEach((cell, index) => {
    if (!cell) return
    const { head, isHead, isKept } = tables.get(cell.table)!
    if (isKept && isHead && cell.row === head) keeps[index] = 1
  })
}

/** Where a cell of a table stands. */
interface Cell {
  name: string
  row: ElementNode
  table: ElementNode
}

function cellAround(owner: ElementNode): Cell | undefined {
  let name = ''
  let row: ElementNode | undefined
  for (let at: ElementNode | undefined = owner; at; at = at.parent) {
    if (!row && (at.name === 'td' || at.name === 'th')) name ||= at.name
    else if (at.name === 'tr') row ??= at
    else if (at.name === 'table') return row && name !== '' ? { name, row, table: at } : undefined
  }
  return undefined
}
