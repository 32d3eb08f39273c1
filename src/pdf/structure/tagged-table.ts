import type { Column, Line } from '../model.ts'
import { matchColumns } from '../tables/table-columns.ts'

/** A cell of a tagged table. */
export interface TaggedCell {
  lines: Line[]
  /** Whether the document calls it a head. */
  isHead: boolean
}

const EMPTY: TaggedCell = { lines: [], isHead: false }

/** The cells of rows in their columns: producers leave out empty cells, so that only the place of the others tells. */
export function inColumns(rows: readonly TaggedCell[][]): TaggedCell[][] {
  const width = Math.max(...rows.map((row) => row.length))
  const full = rows.filter((row) => row.length === width)
  const columns = Array.from({ length: width }, (_, index) =>
    placeOf(full.flatMap((row) => row[index]?.lines ?? [])),
  )
  return rows.map((row) => {
    const own = row.filter(({ lines }) => lines.length > 0)
    const ownPlaces = own.map(({ lines }) => placeOf(lines))
    const places =
      row.length < width && row.length > 1 ? matchColumns(columns, ownPlaces, 0) : undefined
    if (!places) return [...row, ...Array.from({ length: width - row.length }, () => EMPTY)]
    const cells = Array.from({ length: width }, () => EMPTY)
    let last = -1
    for (const [index, cell] of own.entries()) {
      let place = places[index] ?? 0
      const { x, right } = placeOf(cell.lines)
      // A cell over several columns has its text in the first of them.
      while (place - 1 > last && (x + right) / 2 < (columns[place]?.x ?? 0)) place -= 1
      cells[place] = cell
      last = place
    }
    return cells
  })
}

/** Where lines begin and end; endless where there are none. */
function placeOf(lines: readonly Line[]): Column {
  return {
    x: Math.min(...lines.map(({ x }) => x)),
    right: Math.max(...lines.map(({ right }) => right)),
  }
}
