import { type RawBuilder, sql, SqliteAdapter } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import type { Reader } from './rows.ts'

/** The kind of database behind a reader. */
export function databaseKindOf(db: Reader): StoreKind {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
}

/** SQL condition that a number is in a list of any length, bound as one parameter. */
export function sqlInList(
  kind: StoreKind,
  value: RawBuilder<unknown>,
  ids: readonly number[],
): RawBuilder<boolean> {
  return sqlInJsonList(kind, value, JSON.stringify(ids))
}

/** SQL condition that a number is in a list given as JSON, which a prepared query gets at each run. */
export function sqlInJsonList(
  kind: StoreKind,
  value: RawBuilder<unknown>,
  list: string,
): RawBuilder<boolean> {
  if (kind === 'sqlite') return isInJson(value, list)
  // A list of numbers differs from an array by its brackets, which is read faster; within a query of its own it is read once.
  const array = sql`cast(translate(${list}, '[]', '{}') as bigint[])`
  return sql<boolean>`${value} = any(cast((select ${array}) as bigint[]))`
}

/** SQL condition that a text is in a list given as JSON. */
export function sqlInTextList(
  kind: StoreKind,
  value: RawBuilder<unknown>,
  list: string,
): RawBuilder<boolean> {
  return kind === 'sqlite'
    ? isInJson(value, list)
    : sql<boolean>`${value} = any(array(select jsonb_array_elements_text(cast(${list} as jsonb))))`
}

/** SQL condition on SQLite that a value of any type is in a list given as JSON. */
function isInJson(value: RawBuilder<unknown>, list: string): RawBuilder<boolean> {
  return sql<boolean>`${value} in (select value from json_each(${list}))`
}

/** A query limit that is no bare parameter: SQLite would otherwise plan the query anew at every run. */
export function sqlLimit(count: number): RawBuilder<unknown> {
  return sql`limit cast(${count} as bigint)`
}
