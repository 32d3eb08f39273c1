import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { DialectParts } from '../direct-executor.ts'

/** The dialect of Postgres. */
export const postgresDialect: DialectParts = {
  compiler: new PostgresQueryCompiler(),
  adapter: new PostgresAdapter(),
  introspect: (db) => new PostgresIntrospector(db),
}
