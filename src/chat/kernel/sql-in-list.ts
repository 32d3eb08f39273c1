import { type RawBuilder, sql, SqliteAdapter } from 'kysely'
import type { StoreKind } from '../../store/port.ts'
import type { Reader } from './types.ts'

/** Which database a reader reads. */
export function databaseKindOf(db: Reader): StoreKind {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
}

/** Whether a number is in a list of any length, which is one parameter. */
export function sqlInList(
  kind: StoreKind,
  value: RawBuilder<unknown>,
  ids: readonly number[],
): RawBuilder<boolean> {
  return sqlInJsonList(kind, value, JSON.stringify(ids))
}

/** The same for a list that is JSON already: a prepared query gets it at each run. */
export function sqlInJsonList(
  kind: StoreKind,
  value: RawBuilder<unknown>,
  list: string,
): RawBuilder<boolean> {
  return kind === 'sqlite'
    ? sql<boolean>`${value} in (select value from json_each(${list}))`
    : sql<boolean>`${value} = any(array(select jsonb_array_elements_text(${list}::jsonb)::bigint))`
}

/** A limit of a query, no bare parameter: SQLite would plan the query anew at every run. */
export function sqlLimit(count: number): RawBuilder<unknown> {
  return sql`limit cast(${count} as bigint)`
}
