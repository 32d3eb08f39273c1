import type { Rule } from '../model.ts'
import { type FittedBand, isRuledBetween } from './bands.ts'
import { isAmount } from './cell-lists.ts'

/** How much smaller than the least step between rows that of a row below its head may be. */
const STEP_SHARE = 0.97
/** Groups that may be heads, as names over several of them may have rules below. */
const HEAD_MAX_GROUPS = 2
/** Values that show a row. */
const VALUES_MIN_COUNT = 2

/** Bands between rules, and a first row parted from its head where the rules begin below it. */
export function groupsBetween(
  bands: readonly FittedBand[],
  rules: readonly Rule[],
): FittedBand[][] {
  const groups: FittedBand[][] = []
  for (const [index, band] of bands.entries()) {
    const before = bands[index - 1]
    const isSame = before?.page === band.page && !isRuledBetween(before, band, rules)
    if (isSame) groups.at(-1)?.push(band)
    else groups.push([band])
  }
  const at = groups.slice(0, HEAD_MAX_GROUPS).findIndex((group) => group.length > 1)
  const [head, row] = groups[at]?.slice(-2) ?? []
  const below = groups.slice(at + 1)
  if (!head || !row || !isRowBelow(head, row, below)) return groups
  return [...groups.slice(0, at), groups[at]?.slice(0, -1) ?? [], [row], ...below]
}

/** Whether a band stands as far below another as rows do, with values where that has none. */
function isRowBelow(head: FittedBand, row: FittedBand, others: readonly FittedBand[][]): boolean {
  const steps = others.slice(1).flatMap(([band], index) => {
    const before = others[index]
    return band && before?.length === 1 && before[0]?.page === band.page
      ? [band.y - before[0].y]
      : []
  })
  return (
    steps.length > 0 &&
    row.y - head.y > Math.min(...steps) * STEP_SHARE &&
    valuesOf(head) === 0 &&
    valuesOf(row) >= Math.min(VALUES_MIN_COUNT, row.cells.length - 1)
  )
}

function valuesOf({ cells }: FittedBand): number {
  const texts = cells.map((spans) => spans.map(({ text }) => text).join(' '))
  return texts.filter(isAmount).length
}
