import { type LimitNode, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { DialectParts } from '../direct-executor.ts'

/** Writes limits so that a statement keeps its plan: by a bare parameter, SQLite plans anew at every run. */
class SteadyCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit cast(')
    this.visitNode(limit)
    this.append(' as integer)')
  }
}

/** The dialect of SQLite. */
export const sqliteDialect: DialectParts = {
  compiler: new SteadyCompiler(),
  adapter: new SqliteAdapter(),
  introspect: (db) => new SqliteIntrospector(db),
}
