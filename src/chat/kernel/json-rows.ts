import { type RawBuilder, sql } from 'kysely'
import type { StoreKind } from '../../store/port.ts'

/** Types of the columns of rows that are given as JSON. */
type ColumnType = 'bigint' | 'text'

/**
 * SQL of a table `r` of rows bound as one parameter, so that a query has the same shape for any number of them; in their order.
 * The parameter is what `toJson` returns.
 */
export function jsonRows(
  kind: StoreKind,
  columns: Readonly<Record<string, ColumnType>>,
  rows: string,
): RawBuilder<unknown> {
  const names = Object.entries(columns)
  if (kind === 'postgres') {
    const list = names.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
    return sql`json_to_recordset(cast(${rows} as json)) as r(${sql.join(list)})`
  }
  const list = names.map(
    ([name]) => sql`json_extract(value, ${sql.lit(`$.${name}`)}) as ${sql.ref(name)}`,
  )
  return sql`(select ${sql.join(list)} from json_each(${rows})) as r`
}

/** What may be half a surrogate pair in JSON, which has no other way to write one. */
const HALF_PAIR = /\\ud[89a-f]/

/** Rows as the parameter of `jsonRows`: half a surrogate pair, which Postgres takes in no JSON, is replaced as in other texts. */
export function toJson(rows: readonly object[]): string {
  const json = JSON.stringify(rows)
  if (!HALF_PAIR.test(json)) return json
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}
