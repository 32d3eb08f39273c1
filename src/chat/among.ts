import { type RawBuilder, sql, SqliteAdapter } from 'kysely'
import type { StoreKind } from '../store/port.ts'
import type { Reader } from './port.ts'

/** Which database a reader reads. */
export function kindOf(db: Reader): StoreKind {
  return db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
}

/** Whether a number is in a list of any length, which is one parameter. */
export function isAmong(
  kind: StoreKind,
  value: RawBuilder<unknown>,
  ids: readonly number[],
): RawBuilder<boolean> {
  const list = JSON.stringify(ids)
  return kind === 'sqlite'
    ? sql<boolean>`${value} in (select value from json_each(${list}))`
    : sql<boolean>`${value} = any(array(select jsonb_array_elements_text(${list}::jsonb)::bigint))`
}
