import type { Run } from './model.ts'

/** A number, an amount, a date or a time: what rows hold and heads do not. */
const VALUE =
  /^[(+\-−]?(?:\p{Sc}\s?)?\d[\d.,:/\-\s]*(?:\p{Sc}|%)?\)?$|^\d{1,2}[. ](?:\p{L}{3,9})[. ]\d{2,4}$/u
/** Years stand over columns, too. */
const YEAR = /^(?:19|20)\d\d$/
/** Share of the cells of a column that are values, where that of the head must be none. */
const VALUES_SHARE = 0.7
const ROWS_MIN_COUNT = 2

/** Whether the first row of a table is one like the others: it is not bold, and has a value in a column of values. */
export function isHeadless(rows: readonly Run[][][]): boolean {
  const [first = [], ...others] = rows
  if (others.length < ROWS_MIN_COUNT || first.flat().every(({ bold }) => bold)) return false
  return first.some((cell, column) => {
    const text = textOf(cell)
    if (!VALUE.test(text) || YEAR.test(text)) return false
    const below = others.map((row) => textOf(row[column] ?? [])).filter((other) => other !== '')
    const values = below.filter((other) => VALUE.test(other))
    return values.length >= ROWS_MIN_COUNT && values.length >= below.length * VALUES_SHARE
  })
}

function textOf(cell: readonly Run[]): string {
  return cell
    .map(({ text }) => text)
    .join('')
    .trim()
}
