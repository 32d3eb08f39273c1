import { sql } from 'kysely'
import type { Store } from '../../src/store/port.ts'
import { sample } from './store-backend.ts'

/**
 * Returns the definitions of all tables, columns, constraints, indexes and triggers of a store, sorted: equal for
 * two stores of one kind with one schema, whatever they hold. Column order does not count on Postgres.
 */
export async function schemaOf(store: Store): Promise<string[]> {
  const { rows } = await (store.kind === 'sqlite' ? sqliteSchema : postgresSchema).execute(
    sample(store.db),
  )
  return rows.map(({ definition }) => definition).toSorted()
}

const sqliteSchema = sql<{ definition: string }>`
  select coalesce(sql, type || ' ' || name || ' on ' || tbl_name) as definition from sqlite_master`

const postgresSchema = sql<{ definition: string }>`
  select concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default,
      identity_generation) as definition
    from information_schema.columns where table_schema = current_schema
  union all
  select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = current_schema::regnamespace
  union all
  select replace(indexdef, current_schema || '.', '')
    from pg_indexes where schemaname = current_schema
  union all
  select replace(pg_get_triggerdef(t.oid), current_schema || '.', '')
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema::regnamespace
  union all
  select concat_ws(' ', 'function', proname, prosrc)
    from pg_proc where pronamespace = current_schema::regnamespace`
